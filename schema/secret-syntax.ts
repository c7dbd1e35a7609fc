/** Matches placeholders, to distinguish them from values. */
export const placeholderPattern = /^\(secret [0-9a-f]{16}\)$/

/** Reports whether a text may contain placeholders: a cheap check before parsing. */
export function mayContainPlaceholders(text: string): boolean {
  return text.includes('(secret ')
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Reports whether a text is base64, in one line or several. */
export function isBase64(text: string): boolean {
  return base64.test(text.replaceAll(/\s/g, ''))
}
