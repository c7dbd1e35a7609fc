/** Reports whether a text contains all of the words that a user types to narrow a list, in any order. */
export function containsWords(content: string, words: string): boolean {
  const lower = content.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
