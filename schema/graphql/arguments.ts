import { invalidInput, shownValue } from '../errors.ts'
import { unstorable } from '../inputs.ts'

/** The options of a write as GraphQL passes them. */
export interface GivenOptions {
  dryRun?: boolean | null | undefined
  reason?: string | null | undefined
  idempotencyKey?: string | null | undefined
  savePlan?: boolean | null | undefined
}

/** @param path The input of the client that contains the reason. */
export function checkReason(reason: string | null | undefined, path: string): void {
  if (reason == null) return
  const errors = unstorable(reason, path)
  if (errors.length > 0) throw invalidInput(errors)
  if (reason.length <= 1000) return
  throw invalidInput([
    {
      path,
      code: 'TOO_LONG',
      message: 'must have at most 1000 characters',
      remedy: 'Shorten it, and refer to the rest by a link.',
      value: shownValue(reason),
    },
  ])
}

/** Throws INVALID_INPUT if the list has more entries than one request may carry. */
export function assertAtMost(list: readonly unknown[], { max, path }: { max: number; path: string }): void {
  if (list.length <= max) return
  const message = `has more than ${max.toLocaleString('en')} entries`
  const remedy = 'Split them over several requests.'
  throw invalidInput([{ path, code: 'TOO_MANY', message, value: list.length.toLocaleString('en'), remedy }])
}

export function checkId(id: string, path = 'id'): bigint {
  if (!/^\d{1,18}$/.test(id)) {
    throw invalidInput([
      {
        path,
        code: 'INVALID_TYPE',
        message: 'must be a number',
        value: shownValue(id),
        remedy: 'Use the ID of an object.',
      },
    ])
  }
  return BigInt(id)
}
