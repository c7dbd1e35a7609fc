/*
 * Characters that make a string look like another one or control the terminal that displays it: control characters
 * (which start escape sequences), line separators, unpaired surrogates, and all characters that are invisible by
 * definition, including those that change the writing direction.
 * https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing, CVE-2021-25743, CVE-2021-42574
 *
 * Tabs, newlines and variation selectors are excluded, as are joiners after letters or symbols beyond Latin, since
 * emoji and many scripts require them.
 */
const unprintable =
  /(?![\uFE00-\uFE0F\t\n]|(?<=[^\0-\u024F])[\u200C\u200D])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu

/**
 * Escapes these characters in a string.
 *
 * @param escape @default as in JSON, for example `\u001b`, which preserves the meaning of JSON strings
 */
export function escapeUnprintable(text: string, escape: (character: string) => string = jsonEscape): string {
  // The fast path: everything that is printed passes through here, and most strings have no such character.
  return /^[\t\n -~]*$/.test(text) ? text : text.replace(unprintable, (found) => escape(found))
}

/** Escapes a character as in JSON, for example as `\\u001b`. */
export function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** Reports whether a string has characters that {@link escapeUnprintable} escapes. */
export function hasUnprintable(text: string): boolean {
  return text.search(unprintable) >= 0
}
