import { createHash } from 'node:crypto'
import type { PreviewSeed } from '../../schema/delivery/previews.ts'
import type { Manifest } from '../../schema/manifests.ts'

/*
 * A Job that runs once. Its name contains a digest of what it does and for what: the same run has the same Job, so that it is found again
 * after a crash, and another run is another Job. Its pod is not restarted, because what it writes may not be repeatable.
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
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: jobName(runId) },
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: deadline,
      template: {
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          containers: [
            {
              name: 'seed',
              image,
              ...(command === undefined ? {} : { command }),
              ...(args === undefined ? {} : { args }),
              env: Object.entries(env).map(([name, value]) => ({ name, value })),
              // The end of its output is the cause that is shown.
              terminationMessagePolicy: 'FallbackToLogsOnError',
            },
          ],
        },
      },
    },
  }
}
