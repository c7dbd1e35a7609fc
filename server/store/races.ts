import { backoff, retry } from '../../schema/retry.ts'
import { PlatformError } from '../../schema/errors.ts'

/**
 * Thrown when another transaction has invalidated a read before the dependent write. Thrown anywhere in a transaction, it
 * makes the whole transaction run again.
 */
export class RaceLost extends Error {
  /** The SQLSTATE of a serialization failure. */
  readonly code = '40001'
}

/** The SQLSTATEs of a deadlock, a serialization failure, and a unique violation by a concurrent transaction. */
const races = new Set(['40P01', '40001', '23505'])

/** Reports whether the same work may succeed when it is retried on newer data. */
export function isRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && races.has(String(error.code))
}

export interface Retries {
  /** The maximum number of attempts. @default 10 */
  attempts?: number
  /** Reports whether an error can be retried. @default isRace */
  retryable?: (error: unknown) => boolean
}

/** Runs `work`, which must be atomic, and retries it after races. Throws CONFLICT after too many attempts. */
export async function retryingRaces<Result>(
  work: () => Promise<Result>,
  { attempts = 10, retryable = isRace }: Retries = {},
): Promise<Result> {
  return retry(work, (error, failures) => {
    if (attempts === 1 || !retryable(error)) throw error
    if (failures === attempts)
      throw new PlatformError('CONFLICT', 'too many concurrent writes to the same objects; try again', {
        cause: error,
      })
    return backoff(failures, { first: 10, cap: 150 })
  })
}
