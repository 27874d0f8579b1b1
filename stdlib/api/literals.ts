// The checkers of literal patterns of operations: those of std/http.
export { checkers } from "../http/literals.ts";
