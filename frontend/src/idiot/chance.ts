/** A small seeded generator (mulberry32). Its whole state is one 32-bit number, which the game's state carries. */

/** The next 32 random bits, and the generator's state after them. */
function next(chance: number): readonly [bits: number, chance: number] {
  const after = (chance + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(after ^ (after >>> 15), after | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return [(mixed ^ (mixed >>> 14)) >>> 0, after];
}

/** A uniform integer in [0, bound): what would favour the low ones is drawn again. */
function below(bound: number, chance: number): readonly [value: number, chance: number] {
  const fair = 2 ** 32 - (2 ** 32 % bound);
  let [bits, after] = next(chance);
  while (bits >= fair) [bits, after] = next(after);
  return [bits % bound, after];
}

/** Fisher-Yates; the items in a new order, and the generator's state after it. */
export function shuffled<T>(items: readonly T[], chance: number): readonly [items: T[], chance: number] {
  const mixed = [...items];
  let pick: number;
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    [pick, chance] = below(last + 1, chance);
    [mixed[last], mixed[pick]] = [mixed[pick]!, mixed[last]!];
  }
  return [mixed, chance];
}
