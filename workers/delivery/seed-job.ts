import { createHash } from 'node:crypto'
import type { PreviewSeed } from '../../schema/delivery/previews.ts'
import { defined } from '../../schema/defined.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { singleRunJob } from './single-run-job.ts'

/*
 * The name of a Job with data contains a digest of what it does and for what: the same run has the same Job, so that it is found again
 * after a crash, and another run is another Job.
 */

/** Returns the ID of a run: the same for the same job and purpose. */
export function runIdOf(seed: PreviewSeed, purpose: string): string {
  return createHash('sha256')
    .update(JSON.stringify([seed, purpose]))
    .digest('hex')
    .slice(0, 10)
}

/** Returns the name of the Job of a run. */
export function jobName(runId: string): string {
  return `seed-${runId}`
}

/** Returns the Job of a run. */
export function jobOf(
  { image, command, args, env = {}, deadline = 1800 }: PreviewSeed,
  runId: string,
): Manifest {
  return singleRunJob({
    name: jobName(runId),
    deadline,
    pod: { automountServiceAccountToken: false },
    container: {
      name: 'seed',
      image,
      ...defined({ command, args }),
      env: Object.entries(env).map(([name, value]) => ({ name, value })),
    },
  })
}
