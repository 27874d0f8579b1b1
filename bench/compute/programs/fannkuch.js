function fannkuch(n) {
  const p = [],
    q = [],
    s = [];
  for (let i = 0; i < n; i++) {
    p.push(i);
    q.push(0);
    s.push(i);
  }
  let sign = 1,
    maxflips = 0,
    sum = 0;
  for (;;) {
    let q0 = p[0];
    if (q0 !== 0) {
      for (let i = 1; i < n; i++) q[i] = p[i];
      let flips = 1;
      for (;;) {
        const qq = q[q0];
        if (qq === 0) {
          sum += sign * flips;
          if (flips > maxflips) maxflips = flips;
          break;
        }
        q[q0] = q0;
        if (q0 >= 3) {
          let i = 1,
            j = q0 - 1;
          while (i < j) {
            const t = q[i];
            q[i] = q[j];
            q[j] = t;
            i++;
            j--;
          }
        }
        q0 = qq;
        flips++;
      }
    }
    if (sign === 1) {
      const t = p[0];
      p[0] = p[1];
      p[1] = t;
      sign = -1;
    } else {
      const t = p[1];
      p[1] = p[2];
      p[2] = t;
      sign = 1;
      for (let i = 2; i < n; i++) {
        const sx = s[i];
        if (sx !== 0) {
          s[i] = sx - 1;
          break;
        }
        if (i === n - 1) {
          console.log(`${sum} ${maxflips}`);
          return maxflips;
        }
        s[i] = i;
        const t2 = p[0];
        for (let k = 0; k <= i; k++) p[k] = p[k + 1];
        p[i + 1] = t2;
      }
    }
  }
}
console.log(fannkuch(10));
