/*
 * Characters by which a text can pass for another one, or steer the terminal that shows it: controls (escape sequences
 * begin with one), separators of lines that do not look like it, half surrogates, and everything that is invisible by
 * definition, among it what turns the direction of writing around.
 * https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing, CVE-2021-25743, CVE-2021-42574
 *
 * Tabs, ends of lines and variation selectors stay, and so do joiners after letters or symbols beyond Latin: emoji and
 * many scripts are written with them.
 */
const unprintable =
  /(?![\uFE00-\uFE0F\t\n]|(?<=[^\0-\u024F])[\u200C\u200D])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu

/**
 * The text with such characters escaped.
 *
 * @param escape @default as JSON does it, for example `\u001b`: within JSON the text means the same as before
 */
export function escapeUnprintable(text: string, escape: (character: string) => string = jsonEscape): string {
  // Most texts have none, and this is asked of everything that is printed.
  return /^[\t\n -~]*$/.test(text) ? text : text.replace(unprintable, (found) => escape(found))
}

function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** Whether a text has characters that {@link escapeUnprintable} escapes. */
export function hasUnprintable(text: string): boolean {
  return text.search(unprintable) >= 0
}
