import { isRecord } from '../../../schema/records.ts'
import type { Encryption } from '../encryption.ts'

/*
 * Secret values of charts are replaced before a chart is rendered for a plan, so that nothing that is rendered contains them, in whatever
 * form. Equal values have equal stand-ins within a scope: a change of a value is a change of what is rendered with it.
 */

/**
 * Returns values with stand-ins for texts and numbers. Keys, booleans and nulls decide what a chart renders, and stay. A stand-in is
 * valid wherever names and labels of Kubernetes are, such as `secret-0123456789abcdef`, and that of a number is a valid port.
 *
 * @param scope Identifies whose values these are: stand-ins of other scopes cannot be compared with them.
 */
export function withStandIns<Value>(
  value: Value,
  { placeholder }: Pick<Encryption, 'placeholder'>,
  scope: string,
): Value {
  // Each value keeps its type.
  return standInOf(value, (text) => placeholder(text, scope)) as Value
}

function standInOf(value: unknown, placeholderOf: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => standInOf(each, placeholderOf))
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, standInOf(each, placeholderOf)]),
    )
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return value
  const digest = /[0-9a-f]{16}/.exec(placeholderOf(String(value)))?.[0] ?? ''
  if (typeof value === 'string') return value === '' ? '' : `secret-${digest}`
  return ports.least + (Number.parseInt(digest.slice(0, 8), 16) % ports.count)
}

const ports = { least: 1024, count: 64_000 }
