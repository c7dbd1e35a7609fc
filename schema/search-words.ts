/*
 * The words of texts, by which objects are found. Servers split texts themselves, so that the words do not depend on the
 * locale and the text search configuration of a database.
 */

/** The maximum number of characters of a document that are searched. */
const maxCharacters = 100_000

/** The maximum number of distinct words of a document. */
const maxWords = 2000

/** Matches words. Longer ones are split, in texts and in searches alike, so that they are found all the same. */
const wordPattern = /[\p{L}\p{M}\p{N}]{1,64}/gu

/**
 * Returns the distinct words of a text: sequences of letters and digits of any script, in lower case and in the normal form
 * NFKC.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  const normal = text.slice(0, maxCharacters).normalize('NFKC').toLowerCase()
  for (const [word] of normal.matchAll(wordPattern)) {
    words.add(word)
    if (words.size === maxWords) break
  }
  return [...words]
}

/** Returns the strings and numbers within a value, without the names of fields. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
