import { badRequest } from '../errors/status-error.ts'
import { own } from '../json.ts'
import { labelValueProblems, qualifiedNameProblems } from '../schema/names.ts'

export type Requirement =
  | { key: string; operator: 'in' | 'notin'; values: readonly string[] }
  | { key: string; operator: 'exists' | 'absent' }
  | { key: string; operator: 'gt' | 'lt'; value: number }

/** Reports whether labels meet a requirement; a missing label has no value. */
export function satisfies(labels: Readonly<Record<string, string>>, requirement: Requirement): boolean {
  const value = own(labels, requirement.key)
  switch (requirement.operator) {
    case 'in':
      return value !== undefined && requirement.values.includes(value)
    case 'notin':
      return value === undefined || !requirement.values.includes(value)
    case 'exists':
      return value !== undefined
    case 'absent':
      return value === undefined
    case 'gt':
      return value !== undefined && Number(value) > requirement.value
    case 'lt':
      return value !== undefined && Number(value) < requirement.value
  }
}

/** Parses the requirements of a selector. Thrown BadRequest: if it is invalid, with the message of the API server. */
export function parseRequirements(text: string): Requirement[] {
  const tokens = text.match(/==|!=|[=!<>(),]|[^\s=!<>(),]+/g) ?? []
  const found: Requirement[] = []
  let at = 0

  const next = () => tokens[at++] ?? ''
  const peek = () => tokens[at] ?? ''
  const isWord = (token: string) => token !== '' && !/^[=!<>(),]/.test(token)

  function fail(token: string, expected: string): Error {
    return badRequest(`unable to parse requirement: found '${token}' expected: ${expected}`)
  }

  function word(expected: string): string {
    const token = next()
    if (!isWord(token)) throw fail(token, expected)
    return token
  }

  function key(): string {
    const token = word('identifier')
    const [problem] = qualifiedNameProblems(token)
    if (problem !== undefined)
      throw badRequest(
        `unable to parse requirement: <nil>: Invalid value: ${JSON.stringify(token)}: ${problem}`,
      )
    return token
  }

  function value(): string {
    if (!isWord(peek())) return ''
    const token = next()
    const [problem] = labelValueProblems(token)
    if (problem !== undefined)
      throw badRequest(
        `unable to parse requirement: values[0][]: Invalid value: ${JSON.stringify(token)}: ${problem}`,
      )
    return token
  }

  function values(): string[] {
    if (next() !== '(') throw fail(tokens[at - 1] ?? '', "'('")
    const list: string[] = []
    for (;;) {
      list.push(value())
      const token = next()
      if (token === ')') return list
      if (token !== ',') throw fail(token, "',' or ')'")
    }
  }

  function requirement(): Requirement {
    if (peek() === '!') {
      at++
      return { key: key(), operator: 'absent' }
    }
    const name = key()
    const operator = peek()
    if (operator === '' || operator === ',') return { key: name, operator: 'exists' }
    at++
    if (operator === 'in' || operator === 'notin') return { key: name, operator, values: values() }
    if (operator === '=' || operator === '==') return { key: name, operator: 'in', values: [value()] }
    if (operator === '!=') return { key: name, operator: 'notin', values: [value()] }
    if (operator === '<' || operator === '>')
      return { key: name, operator: operator === '>' ? 'gt' : 'lt', value: Number(value()) }
    throw fail(operator, 'in, notin, =, ==, !=, gt, lt')
  }

  while (at < tokens.length) {
    if (!isWord(peek()) && peek() !== '!')
      throw badRequest(`found '${peek()}', expected: !, identifier, or 'end of string'`)
    found.push(requirement())
    const separator = next()
    if (separator === '' && at > tokens.length) break
    if (separator !== ',') throw badRequest(`found '${separator}', expected: ',' or 'end of string'`)
    if (!isWord(peek()) && peek() !== '!')
      throw badRequest(`found '${peek()}', expected: identifier after ','`)
  }
  return found
}
