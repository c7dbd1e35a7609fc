import { z } from 'zod'
import { DeliveredImage } from '../delivery/images.ts'
import { ApplicationJob, JobRecord } from '../delivery/jobs.ts'
import { defineKind, reference } from './kind.ts'

const { name, command, args, env, deadline } = ApplicationJob.shape

export const RolloutJob = defineKind({
  kind: 'RolloutJob',
  plural: 'rolloutJobs',
  description:
    'A job of one rollout of an application, such as a migration: it runs once, as a Kubernetes Job beside the workload.',
  spec: z.strictObject({
    workloadInstance: reference('WorkloadInstance', 'The workload in whose namespace it runs.'),
    definition: reference('WorkloadDefinition', 'The definition of the revision.'),
    revision: z.int().min(1).meta({ description: 'The number of the revision.' }),
    attempt: z.int().min(1).meta({ description: 'The number of the rollout in the environment.' }),
    images: z.array(DeliveredImage).max(50).meta({ description: 'The images of the revision by digest.' }),
    job: name.meta({ description: 'The name of the job in the application.' }),
    image: ApplicationJob.shape.image,
    command,
    args,
    env,
    deadline,
  }),
  ownedOnly: true,
  examples: [{ revision: 1, attempt: 1, images: [], job: 'migrate', image: 'example.com/shop' }],
  outputs: JobRecord.pick({
    state: true,
    startedAt: true,
    endedAt: true,
    exitCode: true,
    message: true,
  }).extend({
    namespace: z.string().optional().meta({ description: 'The namespace of the Kubernetes Job.' }),
    name: z.string().optional().meta({ description: 'The name of the Kubernetes Job.' }),
  }),
  columns: [
    { header: 'WORKLOAD', path: 'spec.workloadInstance' },
    { header: 'REVISION', path: 'spec.revision' },
    { header: 'JOB', path: 'spec.job' },
    { header: 'STATE', path: 'status.outputs.state' },
    { header: 'EXIT CODE', path: 'status.outputs.exitCode' },
    { header: 'NAMESPACE', path: 'status.outputs.namespace', wide: true },
  ],
  reconciled: true,
  immutable: [
    'workloadInstance',
    'definition',
    'revision',
    'attempt',
    'images',
    'job',
    'image',
    'command',
    'args',
    'env',
    'deadline',
  ],
  location: 'workloadInstance',
  rest: { path: 'rollout-jobs' },
})

export const kinds = [RolloutJob]
