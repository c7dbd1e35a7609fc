const opening = '([{'
const closing = ')]}'

/** Splits a text at the separators that are outside of quotes and brackets. */
export function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') {
      part += text.slice(at, at + 2)
      at += 1
      continue
    }
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (opening.includes(character)) depth += 1
    else if (closing.includes(character)) depth -= 1
    else if (depth === 0 && separator.test(character)) {
      parts.push(part)
      part = ''
      continue
    }
    part += character
  }
  return [...parts, part]
}
