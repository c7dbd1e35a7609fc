/** Random numbers that a seed determines. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number
  /** Returns an integer in [0, below). */
  below(below: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
  /** Returns an independent generator: its draws do not affect this one. */
  fork(): Random
}

/** Creates a mulberry32 generator: the same seed yields the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: <Item>(items: readonly Item[]): Item => {
      const [item] = items.slice(below(items.length))
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    shuffled: <Item>(items: readonly Item[]): Item[] =>
      items
        .map((item) => ({ item, position: next() }))
        .sort((a, b) => a.position - b.position)
        .map(({ item }) => item),
    fork: () => createRandom(below(2 ** 31)),
  }
}
