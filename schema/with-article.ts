/** Returns a noun with its indefinite article: `a Stage`, `an Event`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
