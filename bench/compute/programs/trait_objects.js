class Square {
  constructor(s) {
    this.side = s;
  }
  area() {
    return this.side * this.side;
  }
  grow(by) {
    this.side = (this.side + by) % 100;
  }
}
class Rect {
  constructor(w, h) {
    this.w = w;
    this.h = h;
  }
  area() {
    return this.w * this.h;
  }
  grow(by) {
    this.w = (this.w + by) % 50;
  }
}
class Tri {
  constructor(b, h) {
    this.b = b;
    this.h = h;
  }
  area() {
    return Math.trunc((this.b * this.h) / 2);
  }
  grow(by) {
    this.h = (this.h + by) % 70;
  }
}
const shapes = [];
for (let i = 0; i < 300; i++)
  shapes.push(i % 3 === 0 ? new Square(i) : i % 3 === 1 ? new Rect(i, 3) : new Tri(i, 5));
let total = 0;
for (let k = 0; k < 60000; k++) {
  for (const s of shapes) total += s.area();
  shapes[k % 300].grow(k);
}
console.log(total);
