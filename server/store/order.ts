/** Items so that each comes after those it needs; what cannot be ordered, because it needs itself, is `cyclic`. */
export interface Ordered<Item> {
  ordered: Item[]
  cyclic: Item[]
}

/** @param needs Indexes of the items that an item needs; the order of independent items is kept. */
export function dependencyOrder<Item>(
  items: readonly Item[],
  needs: (item: Item) => readonly number[],
): Ordered<Item> {
  const left = new Set(items.keys())
  const ordered: Item[] = []
  for (;;) {
    const free = [...left].filter((index) => {
      const item = items[index]
      return item !== undefined && needs(item).every((needed) => needed !== index && !left.has(needed))
    })
    if (free.length === 0) break
    for (const index of free) left.delete(index)
    ordered.push(...free.flatMap((index) => items.slice(index, index + 1)))
  }
  return { ordered, cyclic: [...left].flatMap((index) => items.slice(index, index + 1)) }
}
