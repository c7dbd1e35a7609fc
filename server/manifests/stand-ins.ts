import { stringify } from 'yaml'
import { isRecord } from '../../schema/records.ts'
import { secretPlaceholder } from '../../schema/secret-placeholders.ts'
import { parseValues } from '../../schema/values-document.ts'

/*
 * Secret values of charts are replaced before a chart is rendered for a plan, so that nothing that is rendered contains them, in whatever
 * form. Equal values have equal stand-ins within a scope: a change of a value is a change of what is rendered with it.
 */

/** A document with secret values of a chart, which are to be replaced. */
export interface StandInTask {
  secretValues: string
  /** The key of placeholders of the scope in which stand-ins can be compared, by which those of no other can be made. */
  key: Uint8Array
}

/**
 * Returns a document with stand-ins for texts and numbers. Keys, booleans and nulls decide what a chart renders, and stay. A stand-in is
 * valid wherever names and labels of Kubernetes are, such as `secret-0123456789abcdef`, and that of a number is a valid port.
 */
export function withStandIns({ secretValues, key }: StandInTask): string {
  const scoped = Buffer.from(key)
  return stringify(standInOf(parseValues(secretValues), (text) => secretPlaceholder(scoped, text)))
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
