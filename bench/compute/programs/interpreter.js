class Op {
  constructor(tag, operand = 0) {
    this.tag = tag;
    this.operand = operand;
  }
}

const [PUSH, ADD, SUB, MUL, DUP, SWAP, LOAD, STORE, JNZ, JMP, LT, HALT] = Array(12).keys();

function run(code) {
  const stack = [];
  const vars = [0, 0, 0, 0];
  let pc = 0;
  for (;;) {
    const op = code[pc++];
    switch (op.tag) {
      case PUSH: stack.push(op.operand); break;
      case ADD: { const b = stack.pop(), a = stack.pop(); stack.push(a + b); break; }
      case SUB: { const b = stack.pop(), a = stack.pop(); stack.push(a - b); break; }
      case MUL: { const b = stack.pop(), a = stack.pop(); stack.push((a * b) % 1000003); break; }
      case DUP: stack.push(stack[stack.length - 1]); break;
      case SWAP: { const b = stack.pop(), a = stack.pop(); stack.push(b); stack.push(a); break; }
      case LOAD: stack.push(vars[op.operand]); break;
      case STORE: vars[op.operand] = stack.pop(); break;
      case JNZ: if (stack.pop() !== 0) pc = op.operand; break;
      case JMP: pc = op.operand; break;
      case LT: { const b = stack.pop(), a = stack.pop(); stack.push(a < b ? 1 : 0); break; }
      case HALT: return vars[1];
    }
  }
}

const op = (tag, operand) => new Op(tag, operand);
console.log(`${run([
  op(PUSH, 1500000), op(STORE, 0), op(PUSH, 1), op(STORE, 1),
  op(LOAD, 1), op(LOAD, 0), op(MUL), op(PUSH, 7), op(ADD), op(STORE, 1),
  op(LOAD, 0), op(PUSH, 1), op(SUB), op(DUP), op(STORE, 0), op(JNZ, 4), op(HALT),
])}`);
