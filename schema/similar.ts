/** Returns the candidate that the user probably meant, if one is close enough. */
export function mostSimilar(given: string, candidates: Iterable<string>): string | undefined {
  const typed = given.toLowerCase()
  const all = [...candidates]
  // An unfinished word.
  const completed = all.find((each) => typed.length > 2 && each.toLowerCase().startsWith(typed))
  if (completed !== undefined) return completed
  const [abbreviated] = all
    .filter((each) => isAbbreviation(typed, each.toLowerCase()))
    .sort((a, b) => a.length - b.length)
  // Almost any two words of two letters are similar.
  if (abbreviated !== undefined && typed.length === 2) return abbreviated
  let best: string | undefined
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1
  for (const candidate of all) {
    // The distance is not less than this, and takes long for a long word.
    if (Math.abs(typed.length - candidate.length) >= least) continue
    const distance = editDistance(typed, candidate.toLowerCase())
    if (distance < least) {
      best = candidate
      least = distance
    }
  }
  return best ?? (typed.length === 3 ? abbreviated : undefined)
}

/** Reports whether a short word abbreviates a long one: it has the same first letter and its letters in the same order. */
function isAbbreviation(short: string, long: string): boolean {
  if (short.length < 2 || long.length <= 2 * short.length) return false
  const letters = short
    .split('')
    .map((letter) => letter.replaceAll(/[^a-z]/g, ''))
    .join('.*')
  return new RegExp(`^${letters}`).test(long)
}

/** Returns the number of insertions, deletions, replacements and adjacent swaps that turn one string into the other. */
function editDistance(a: string, b: string): number {
  let previous: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        replaced,
        isSwap ? (previous[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    previous = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Returns `Did you mean "x"?`, or an empty string when no candidate is close enough. */
export function didYouMean(given: string, candidates: Iterable<string>): string {
  const similar = mostSimilar(given, candidates)
  return similar === undefined ? '' : `Did you mean "${similar}"?`
}
