/** Topologically sorted items; those on a dependency cycle, or behind one, are `cyclic`. */
export interface Ordered<Item> {
  ordered: Item[]
  cyclic: Item[]
}

interface Waiting<Item> {
  item: Item
  /** The number of dependencies that are not ordered yet. */
  needed: number
  neededBy: Waiting<Item>[]
}

/**
 * Sorts items so that each follows its dependencies. Proceeds in rounds, each with all items whose dependencies are in
 * earlier rounds; independent items stay in order.
 *
 * @param needs Returns the indexes of the dependencies of an item.
 */
export function dependencyOrder<Item>(
  items: readonly Item[],
  needs: (item: Item) => readonly number[],
): Ordered<Item> {
  const all = items.map((item): Waiting<Item> => ({ item, needed: 0, neededBy: [] }))
  const positions = new Map(all.map((each, index) => [each, index]))
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
    round = free.sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0))
  }
  return {
    ordered: ordered.map(({ item }) => item),
    cyclic: all.filter(({ needed }) => needed > 0).map(({ item }) => item),
  }
}
