/* Selectors of Prometheus and Loki: `{namespace="shop", pod=~"web-.*"}`. */

interface Matcher {
  label: string
  operator: '=' | '!=' | '=~' | '!~'
  value: string
}

const matcherPattern = /\s*(\w+)\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*")\s*(,|$)/y

/** Parses the part between the braces of a selector; undefined if it is none. */
function parseMatchers(text: string): Matcher[] | undefined {
  const matchers: Matcher[] = []
  matcherPattern.lastIndex = 0
  while (matcherPattern.lastIndex < text.length) {
    const match = matcherPattern.exec(text)
    if (match === null) return undefined
    const [, label = '', operator, value = '""'] = match
    matchers.push({ label, operator: operator as Matcher['operator'], value: JSON.parse(value) as string })
  }
  return matchers
}

/** Returns a function that reports whether labels match a selector in braces; undefined if the text is none. */
export function selectorOf(
  text: string,
): ((labels: Readonly<Record<string, string>>) => boolean) | undefined {
  const [, inner] = /^\s*\{(.*)\}\s*$/s.exec(text) ?? []
  const matchers = inner === undefined ? undefined : parseMatchers(inner)
  return matchers && ((labels) => matchers.every((matcher) => matches(matcher, labels[matcher.label] ?? '')))
}

function matches({ operator, value }: Matcher, actual: string): boolean {
  if (operator === '=') return actual === value
  if (operator === '!=') return actual !== value
  // Expressions match whole values.
  const isMatch = new RegExp(`^(?:${value})$`, 's').test(actual)
  return operator === '=~' ? isMatch : !isMatch
}
