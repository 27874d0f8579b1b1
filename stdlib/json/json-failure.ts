// What is wrong with a text, by the words of std/json.

export class JsonFailure {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}
