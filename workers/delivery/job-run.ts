import type { z } from 'zod'
import { defined } from '../../schema/defined.ts'
import type { RolloutJob } from '../../schema/kinds/rollout-job.ts'
import type { OwnedObjectFragment } from '../generated/documents.ts'
import type { JobRun } from './rollout-jobs.ts'

/** What is known of the run of a job, from its object. */
export function runOf({ status }: OwnedObjectFragment): JobRun {
  const {
    state = 'Running',
    startedAt,
    endedAt,
    exitCode,
    message,
  } = status.outputs as Partial<z.infer<(typeof RolloutJob)['outputs']>>
  return { state, ...defined({ startedAt, endedAt, exitCode, message }) }
}
