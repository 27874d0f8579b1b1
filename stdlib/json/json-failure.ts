// A problem of a JSON text, in the words of std/json.

export class JsonFailure {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}
