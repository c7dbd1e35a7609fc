import type { z } from 'zod'
import { shownValue } from './errors.ts'
import { own } from './own.ts'

/** Zod parameters with messages for users, one for each issue code, for fields that define none themselves. */
export const plainMessages = {
  error: (issue: z.core.$ZodRawIssue): string => {
    switch (issue.code) {
      case 'invalid_type':
        return own(expectations, issue.expected) ?? 'has an invalid type'
      case 'invalid_value':
        return `must be one of ${issue.values.map(shownValue).join(', ')}`
      case 'too_small':
        return sizeMessage(issue.origin, `at least ${issue.minimum}`)
      case 'too_big':
        return sizeMessage(issue.origin, `at most ${issue.maximum}`)
      case 'invalid_format':
        return own(formats, issue.format) ?? 'has an invalid format'
      case 'not_multiple_of':
        return `must be a multiple of ${issue.divisor}`
      case 'unrecognized_keys':
        return `has unknown fields: ${issue.keys.join(', ')}`
      case 'invalid_union':
        return 'must match one of the allowed forms'
      case 'invalid_key':
        return 'has an invalid key'
      default:
        return 'has an invalid value'
    }
  },
}

function sizeMessage(origin: string, limit: string): string {
  if (origin === 'string') return `must have ${limit} characters`
  return isCounted(origin) ? `must have ${limit} entries` : `must be ${limit}`
}

/** Reports whether the size of a value of this type is its number of entries. */
export function isCounted(origin: string): boolean {
  return ['array', 'set', 'map', 'object', 'record'].includes(origin)
}

const formats: Record<string, string> = {
  url: 'must be a URL',
  email: 'must be an email address',
  uuid: 'must be a UUID',
  base64: 'must be base64',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
  cidrv4: 'must be an IPv4 address range in CIDR notation',
  cidrv6: 'must be an IPv6 address range in CIDR notation',
  datetime: 'must be a date and time such as "2026-11-21T03:07:00Z"',
  json_string: 'must be JSON',
  regex: 'has an invalid format',
}

const expectations: Record<string, string> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  object: 'must be an object',
  record: 'must be an object',
  array: 'must be a list',
  bigint: 'must be an integer',
  date: 'must be a date and time such as "2026-11-21T03:07:00Z"',
  null: 'must be null',
  undefined: 'must be omitted',
  never: 'must be omitted',
  map: 'must be an object',
  set: 'must be a list',
  tuple: 'must be a list',
}
