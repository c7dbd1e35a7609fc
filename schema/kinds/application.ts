import { z } from 'zod'
import { ApplicationJob, jobProblems, maxJobs } from '../delivery/jobs.ts'
import { PreviewSettings } from '../delivery/previews.ts'
import { rolloutProblems, RolloutSettings } from '../delivery/rollout-settings.ts'
import { deliveryStates, stageStates } from '../delivery/states.ts'
import { Name } from '../name-rules.ts'
import { Overrides } from '../overrides.ts'
import { ParameterValue } from '../parameters.ts'
import { defineKind, reference } from './kind.ts'

/** The state of an application in an environment. */
export const StageSummary = z
  .strictObject({
    environment: z.string().meta({ description: 'The name of the environment.' }),
    state: z.enum(stageStates).meta({
      description: 'The state of the application in the environment.',
      enumName: 'StageState',
      enumDescription: 'The states of an application in an environment.',
      enumDescriptions: [
        'No revision has been chosen yet.',
        'A revision is being rolled out.',
        'The rollout of a revision is paused.',
        'The chosen revision runs and is ready.',
        'The chosen revision has been healthy, and is not ready now.',
        'A revision has failed, and the last healthy one is being restored.',
        'A revision has failed, and the last healthy one runs instead.',
        'A revision has failed, and there is no earlier one to restore.',
      ],
    }),
    revision: z.int().optional().meta({ description: 'The number of the chosen revision.' }),
    healthy: z.int().optional().meta({ description: 'The number of the last revision that became healthy.' }),
    progress: z.string().optional().meta({
      description:
        'How far a canary or a rollout in waves has got, for example `step 1 of 3, 10 % of the requests` or `wave 2 of 3`.',
    }),
    waiting: z.string().optional().meta({ description: 'Why a newer revision is not rolled out yet.' }),
    needsApproval: z
      .boolean()
      .optional()
      .meta({ description: 'True if it waits for a promotion, or for an approval. Absent otherwise.' }),
    hold: z.string().optional().meta({ description: 'The name of the hold on the environment.' }),
  })
  .meta({ description: 'The state of an application in an environment.' })
export type StageSummary = z.infer<typeof StageSummary>

/** What has become of a delivery. */
export const DeliverySummary = z
  .strictObject({
    name: z.string().meta({ description: 'The name of the delivery.' }),
    state: z.enum(deliveryStates).meta({
      description: 'The state of the delivery.',
      enumName: 'DeliveryState',
      enumDescription: 'The states of a delivery.',
      enumDescriptions: [
        'It is accepted and has no revision yet.',
        'It waits for an approval, a window, a hold, or an earlier environment.',
        'It is being rolled out.',
        'It failed in an environment, in which an earlier revision is being restored.',
        'It is healthy in all environments with the policy `automatic`.',
        'It failed in an environment, in which an earlier revision runs again.',
        'It failed in an environment without an earlier revision.',
        'A newer revision took its place: that of a build, or of a change of the definition.',
        'It is refused.',
      ],
    }),
    revision: z.int().optional().meta({ description: 'The number of its revision.' }),
    message: z.string().optional().meta({ description: 'What it waits for, or why it ended so.' }),
  })
  .meta({ description: 'What has become of a delivery.' })
export type DeliverySummary = z.infer<typeof DeliverySummary>

export const Application = defineKind({
  kind: 'Application',
  plural: 'applications',
  description:
    'An application that is delivered into environments: CI names the images of a build, and each build becomes a revision that goes ' +
    'from environment to environment, by the rules of each.',
  aliases: ['app', 'apps'],
  spec: z.strictObject({
    definition: reference('WorkloadDefinition', 'The definition of the application.'),
    environments: z
      .array(
        z
          .strictObject({
            environment: Name.meta({ description: 'The name of the environment.' }),
            parameters: z
              .record(z.string(), ParameterValue)
              .optional()
              .meta({ description: 'The values of the parameters that the definition declares.' }),
            overrides: Overrides.optional().meta({
              description: 'What the environment changes about the resources of the definition.',
            }),
            rollout: RolloutSettings.optional().meta({
              description:
                'How a revision takes the place of the one before there. Default: as the environment sets it.',
            }),
          })
          .meta({ description: 'An environment of an application.' }),
      )
      .min(1, 'must have at least one environment')
      .max(20)
      .meta({
        description: 'The environments, in the order in which a revision goes through them.',
        referencesAll: 'Environment',
        referenceKey: 'environment',
      }),
    jobs: z
      .array(ApplicationJob)
      .max(maxJobs)
      .optional()
      .meta({
        description:
          'The jobs that run before and after each rollout, such as migrations, in their order. Each revision keeps those that it was ' +
          'made with, and a change of them makes a new revision.',
      }),
    sources: z.array(z.string().min(1).max(255)).min(1).max(20).optional().meta({
      description:
        'The sources whose builds are accepted, such as the repositories of the images. Default: only that of the first delivery.',
    }),
    registrySecret: reference(
      'SecretDefinition',
      'The definition of a Secret with the logins of private registries, with which tags of deliveries are looked up: ' +
        '`.dockerconfigjson`, or `registry` (a host), `username` and `password`. A login is sent to its registry only.',
    ).optional(),
    signatures: z
      .strictObject({
        publicKeys: z
          .array(
            z
              .string()
              .max(2000)
              .regex(/^\s*-----BEGIN PUBLIC KEY-----\s[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/, {
                error: 'must be a public key in PEM, as cosign.pub has it',
              }),
          )
          .min(1, 'must have at least one key')
          .max(10)
          .meta({ description: 'The keys in PEM, of which one must have signed each image.' }),
      })
      .optional()
      .meta({
        description:
          'The signatures that images of deliveries must have, as `cosign sign --key` stores them beside an image: under the tag ' +
          '`sha256-….sig`, or as a bundle that refers to the image. A delivery without them is no build. Default: none.',
      }),
    retention: z.int().min(1).max(100).optional().meta({
      description:
        'The number of revisions that are kept, in addition to those that an environment uses. Default: 10.',
    }),
    previews: PreviewSettings.optional().meta({
      description:
        'Allows previews of pull requests, each with a namespace and dependencies of its own. Removing it deletes the previews, with ' +
        'their data. Default: none are allowed.',
    }),
  }),
  check: ({ environments, jobs = [] }) => {
    const names = environments.map(({ environment }) => environment)
    const repeated = names.flatMap((name, index) =>
      names.indexOf(name) === index
        ? []
        : [
            {
              path: `environments[${index}].environment`,
              code: 'DUPLICATE' as const,
              message: `is already listed`,
              remedy: 'List each environment once.',
            },
          ],
    )
    const rollouts = environments.flatMap(({ rollout = {} }, index) =>
      rolloutProblems(rollout, `environments[${index}].rollout`),
    )
    return [...repeated, ...rollouts, ...jobProblems(jobs, names)]
  },
  examples: [
    { retention: 3, previews: {} },
    { retention: 5, sources: ['example/shop'], previews: { ttl: 86_400, max: 2 } },
  ],
  outputs: z.strictObject({
    revision: z.int().optional().meta({ description: 'The number of the newest revision.' }),
    environments: z.array(StageSummary).meta({ description: 'The state in each environment, in order.' }),
    deliveries: z.array(DeliverySummary).meta({ description: 'The newest deliveries, newest first.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'REVISION', path: 'status.outputs.revision' },
    { header: 'ENVIRONMENTS', path: 'spec.environments' },
  ],
  reconciled: true,
  owns: ['ApplicationRevision', 'Stage'],
  rest: { path: 'applications' },
})

export const kinds = [Application]
