// Natives of std/test.
import { Panic, type NativeTable } from "../../interpreter/runtime/index.ts";

export function create(): NativeTable {
  return {
    functions: {
      __unequal(head: string, got: string, expected: string, note: string): never {
        throw new Panic(`${head}: ${got} != ${expected}${note}`, [], {
          head,
          got,
          expected: expected + note,
        });
      },
      __unexpected(head: string, got: string): never {
        throw new Panic(head, [], { head, got, expected: null });
      },
    },
  };
}
