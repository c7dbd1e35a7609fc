/** Matches placeholders, to distinguish them from values. */
export const placeholderPattern = /^\(secret [0-9a-f]{16}\)$/

/** Reports whether a text may contain placeholders: a cheap check before parsing. */
export function mayContainPlaceholders(text: string): boolean {
  return text.includes('(secret ')
}

/** Reports whether a text is base64, in one line or several. */
export function isBase64(text: string): boolean {
  const compact = text.replaceAll(/\s/g, '')
  // A repeated group would exceed the stack with long texts.
  return compact.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(compact)
}
