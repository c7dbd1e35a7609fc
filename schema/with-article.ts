/** Returns a noun with its indefinite article: `a Stage`, `an Event`. */
export function withArticle(noun: string): string {
  return `${articleOf(noun)} ${noun}`
}

/** Returns the indefinite article of a noun. */
export function articleOf(noun: string): 'a' | 'an' {
  return /^[aeiou]/i.test(noun) ? 'an' : 'a'
}
