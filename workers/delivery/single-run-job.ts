import type { Manifest } from '../../schema/manifests.ts'

interface SingleRun {
  name: string
  /** Seconds. */
  deadline: number
  container: Record<string, unknown> & { name: string; image: string }
  /** Further settings of its pod. @default none */
  pod?: Record<string, unknown>
}

/**
 * Returns a Kubernetes Job whose pod runs once: it is not restarted, because what it writes may not be repeatable, and a person has to see
 * what half of it has left. The last lines of its output are its message.
 */
export function singleRunJob({ name, deadline, container, pod = {} }: SingleRun): Manifest {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: deadline,
      template: {
        spec: {
          restartPolicy: 'Never',
          ...pod,
          containers: [{ ...container, terminationMessagePolicy: 'FallbackToLogsOnError' }],
        },
      },
    },
  }
}
