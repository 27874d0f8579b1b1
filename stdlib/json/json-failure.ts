// What is wrong with a text, by the words of stdlib-a 3.4.

export class JsonFailure {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}
