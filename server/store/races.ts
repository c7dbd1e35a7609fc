import { backoff, retry } from '../../schema/retry.ts'
import { PlatformError } from '../../schema/errors.ts'

/**
 * Another transaction came between a read and the write that depends on it. Thrown anywhere in a transaction, it makes
 * the whole transaction run again.
 */
export class Raced extends Error {
  /** That of Postgres for a serialization failure. */
  readonly code = '40001'
}

/** Deadlock, serialization failure, and a name that another transaction has taken first. */
const races = new Set(['40P01', '40001', '23505'])

/** Whether the same work may succeed when it is run again on what is committed by then. */
export function isRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && races.has(String(error.code))
}

export interface Retries {
  /** @default 10 */
  attempts?: number
  /** @default isRace */
  retryable?: (error: unknown) => boolean
}

/** Runs `work`, which leaves nothing behind when it fails, until it loses no race. Throws CONFLICT after too many. */
export async function retryingRaces<Result>(
  work: () => Promise<Result>,
  { attempts = 10, retryable = isRace }: Retries = {},
): Promise<Result> {
  return retry(work, (error, failures) => {
    if (attempts === 1 || !retryable(error)) throw error
    if (failures === attempts)
      throw new PlatformError('CONFLICT', 'too many others write the same objects; try again', {
        cause: error,
      })
    return backoff(failures, { first: 10, cap: 150 })
  })
}
