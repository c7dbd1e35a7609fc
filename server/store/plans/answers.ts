import { addAbortListener } from 'node:events'
import type { ClusterQuery, QueryResults, QueryWorkers } from '../../../schema/cluster-queries.ts'
import { isPlatformError } from '../../../schema/errors.ts'

/** When a plan no longer waits for clusters. */
export interface Deadline {
  passed: AbortSignal
  /** The seconds until then, for messages. */
  seconds: number
}

/** Milliseconds after which a plan no longer waits for clusters. */
const checkTimeout = 10_000

export function deadlineIn(milliseconds = checkTimeout): Deadline {
  return { passed: AbortSignal.timeout(milliseconds), seconds: milliseconds / 1000 }
}

/** Passes on what workers answer until a deadline. Resolves with the reason why anything is still missing then. */
export async function readAnswers<Query extends ClusterQuery>(
  queryWorkers: QueryWorkers,
  { query, until }: { query: Query; until: Deadline },
  take: (item: QueryResults[Query['about']]) => void,
): Promise<{ reason: string; message: string }> {
  try {
    const answers = queryWorkers(query)
    using _ = addAbortListener(until.passed, () => void answers.return?.())
    for await (const item of answers) take(item)
    const message = `the cluster did not answer within ${until.seconds} seconds`
    return { reason: 'DeadlineExceeded', message }
  } catch (error) {
    if (!isPlatformError(error)) throw error
    return { reason: error.code, message: error.message }
  }
}
