/** Returns the words of a name of a field or a state: `readyResources` becomes `Ready resources`. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replaceAll(/\b(api|url|dns|cpu|yaml|id)\b/gi, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
