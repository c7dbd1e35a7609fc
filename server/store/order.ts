/** Items so that each comes after those it needs; what cannot be ordered, because it needs itself, is `cyclic`. */
export interface Ordered<Item> {
  ordered: Item[]
  cyclic: Item[]
}

interface Waiting<Item> {
  item: Item
  /** How many it still needs. */
  needed: number
  neededBy: Waiting<Item>[]
}

/**
 * In rounds, of which each has all that need nothing but those before; the order of independent items is kept.
 * @param needs Indexes of the items that an item needs
 */
export function dependencyOrder<Item>(
  items: readonly Item[],
  needs: (item: Item) => readonly number[],
): Ordered<Item> {
  const all = items.map((item): Waiting<Item> => ({ item, needed: 0, neededBy: [] }))
  const places = new Map(all.map((each, index) => [each, index]))
  for (const each of all) {
    for (const index of new Set(needs(each.item))) {
      const other = all[index]
      if (other === undefined) continue
      each.needed += 1
      other.neededBy.push(each)
    }
  }
  const ordered: Waiting<Item>[] = []
  for (let round = all.filter(({ needed }) => needed === 0); round.length > 0;) {
    ordered.push(...round)
    const free = round.flatMap(({ neededBy }) => neededBy.filter((each) => (each.needed -= 1) === 0))
    round = free.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  }
  return {
    ordered: ordered.map(({ item }) => item),
    cyclic: all.filter(({ needed }) => needed > 0).map(({ item }) => item),
  }
}
