import type { PlatformError } from '../../schema/errors.ts'
import { tooMuch } from '../../schema/graphql/read-budget.ts'
import { jsonLengthWithin } from '../../schema/json-length.ts'
import { maxResponseLength } from '../../schema/limits.ts'

/**
 * Reports whether the data of a result is longer than a response may be. Aliases repeat a text that is in memory once, so this is known
 * before it is written as JSON.
 */
export function isTooLong({ data }: { data?: unknown }): boolean {
  return data != null && jsonLengthWithin(data, maxResponseLength) > maxResponseLength
}

/** Returns the error of a response that is too long. Its operation has been executed. */
export function tooLong(): PlatformError {
  return tooMuch('has been executed, but its response has')
}
