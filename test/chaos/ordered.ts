/** Items ordered by a number, so that the newest one below a limit is found by binary search. */
export interface Ordered<Item> {
  numbers: readonly number[]
  /** For each index, the item that came last among those up to it. */
  newest: readonly Item[]
}

/** Orders items by a number that rises along them, or nearly does: an item that comes later counts as newer. */
export function ordered<Item>(items: readonly Item[], numberOf: (item: Item) => number): Ordered<Item> {
  const sorted = items
    .map((item, index) => ({ item, index, number: numberOf(item) }))
    .sort((a, b) => a.number - b.number)
  const newest: Item[] = []
  let last = -1
  for (const { item, index } of sorted) {
    const before = newest.at(-1)
    newest.push(index > last || before === undefined ? item : before)
    last = Math.max(last, index)
  }
  return { numbers: sorted.map(({ number }) => number), newest }
}

/** Returns the newest item with a number below the limit. */
export function newestBelow<Item>(items: Ordered<Item> | undefined, limit: number): Item | undefined {
  if (items === undefined) return undefined
  let [from, to] = [0, items.numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((items.numbers[middle] ?? limit) < limit) from = middle + 1
    else to = middle
  }
  return items.newest[from - 1]
}
