/** Items by a number that each has, so that the newest below a limit is found without looking at all of them. */
export interface Ordered<Item> {
  numbers: readonly number[]
  /** At each place the item that came last among those up to there. */
  newest: readonly Item[]
}

/** By a number that rises along the items, or nearly does: an item that comes later in them counts as newer. */
export function ordered<Item>(items: readonly Item[], numberOf: (item: Item) => number): Ordered<Item> {
  const sorted = items
    .map((item, place) => ({ item, place, number: numberOf(item) }))
    .sort((a, b) => a.number - b.number)
  const newest: Item[] = []
  let last = -1
  for (const { item, place } of sorted) {
    const before = newest.at(-1)
    newest.push(place > last || before === undefined ? item : before)
    last = Math.max(last, place)
  }
  return { numbers: sorted.map(({ number }) => number), newest }
}

/** The newest item with a number below the limit. */
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
