import { z } from 'zod'
import { RolloutSettings } from '../delivery/rollout-settings.ts'
import { Overrides } from '../overrides.ts'
import { ParameterValue } from '../parameters.ts'
import { defineKind, reference } from './kind.ts'

export const CanaryWorkload = defineKind({
  kind: 'CanaryWorkload',
  plural: 'canaryWorkloads',
  description:
    'The new revision of an application beside the one that runs: copies of the Deployments behind its gateways, which get a share of ' +
    'the requests.',
  aliases: ['canary', 'canaries'],
  spec: z.strictObject({
    workloadInstance: reference('WorkloadInstance', 'The workload beside which it runs.'),
    definition: reference('WorkloadDefinition', 'The definition of the revision.'),
    revision: z.int().min(1).meta({ description: 'The number of the revision.' }),
    services: z
      .array(z.string().max(63))
      .max(32)
      .meta({ description: 'The Services of the workload whose requests it gets a share of.' }),
    parameters: z
      .record(z.string(), ParameterValue)
      .optional()
      .meta({ description: 'The values of the parameters that the definition declares.' }),
    overrides: Overrides.optional().meta({
      description: 'What is changed about the resources of the definition, with the images of the revision.',
    }),
    analysis: RolloutSettings.shape.analysis,
  }),
  ownedOnly: true,
  examples: [{ revision: 1, services: [] }],
  outputs: z.strictObject({
    namespace: z.string().meta({ description: 'The namespace of its resources.' }),
    deployments: z.array(z.string()).meta({ description: 'The names of its Deployments.' }),
    measuredAt: z.iso.datetime().optional().meta({ description: 'The time of the last measurement.' }),
    passedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'The time of the last measurement that passed.' }),
    failures: z.int().meta({ description: 'The number of measurements that failed.' }),
    metrics: z
      .array(
        z
          .strictObject({
            name: z.string().meta({ description: 'The name of the metric.' }),
            values: z
              .array(z.number())
              .max(10)
              .meta({ description: 'The values that it had, at most ten. Empty without data.' }),
          })
          .meta({ description: 'A metric of a canary.' }),
      )
      .optional()
      .meta({ description: 'The metrics in the last measurement. Absent if none was measured.' }),
    message: z.string().optional().meta({ description: 'What the last measurement has found.' }),
  }),
  columns: [
    { header: 'WORKLOAD', path: 'spec.workloadInstance' },
    { header: 'REVISION', path: 'spec.revision' },
    { header: 'DEPLOYMENTS', path: 'status.outputs.deployments' },
    { header: 'FAILURES', path: 'status.outputs.failures' },
    { header: 'NAMESPACE', path: 'status.outputs.namespace', wide: true },
  ],
  reconciled: true,
  immutable: ['workloadInstance', 'definition', 'revision'],
  location: 'workloadInstance',
  rest: { path: 'canary-workloads' },
})

export const kinds = [CanaryWorkload]
