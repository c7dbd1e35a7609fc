import { z } from 'zod'
import { Name } from '../name-rules.ts'

/** The states of a job of a rollout. All but the first are final. */
const jobStates = ['Running', 'Succeeded', 'Failed', 'Skipped'] as const

const jobPhases = ['before', 'after'] as const

const phase = z.enum(jobPhases).meta({
  description: 'The moment at which it runs.',
  enumName: 'JobPhase',
  enumDescription: 'The moments of a rollout at which jobs run.',
  enumDescriptions: [
    'Before the workload is moved to the revision. If it fails, the workload stays as it is.',
    'Once the revision is ready and has settled. If it fails, the revision is rolled back.',
  ],
})

/** The name of a job, which is part of the names of its runs. */
export const JobName = z
  .string()
  .min(1)
  .max(30)
  .regex(/^[a-z]([a-z0-9-]*[a-z0-9])?$/, {
    error: 'must be lowercase letters, digits and "-", and start with a letter, such as "migrate"',
  })

const text = (maximum: number) => z.string().max(maximum)

/** An environment variable of a job. */
const JobVariable = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/, { error: 'must be the name of an environment variable' })
      .meta({ description: 'The name of the variable.' }),
    value: text(5000).optional().meta({ description: 'The value. Default: that of a dependency.' }),
    dependency: Name.optional().meta({
      description: 'The dependency of the definition whose binding has the value.',
    }),
    key: text(253)
      .min(1)
      .optional()
      .meta({ description: 'The entry of the binding, for example `uri`. Default: `uri`.' }),
  })
  .meta({ description: 'An environment variable of a job.' })

/** A job that runs before or after a revision is rolled out. */
export const ApplicationJob = z
  .strictObject({
    name: JobName.meta({ description: 'The name of the job, unique in the application.' }),
    when: phase,
    image: text(500).min(1).regex(/^\S+$/, { error: 'must be an image, such as "example.com/shop"' }).meta({
      description:
        'The image. The name of an image of the definition, without a tag, is that image of the revision, by digest.',
    }),
    command: z
      .array(text(20_000))
      .max(100)
      .optional()
      .meta({ description: 'The command. Default: that of the image.' }),
    args: z.array(text(20_000)).max(100).optional().meta({ description: 'The arguments.' }),
    env: z.array(JobVariable).max(100).optional().meta({ description: 'The environment variables.' }),
    deadline: z.int().min(1).max(86_400).optional().meta({
      description: 'The seconds after which it fails, if it has not ended. Default: 600.',
    }),
    environments: z
      .array(Name)
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'The environments in which it runs. Default: all of the application.' }),
    onRollback: z.boolean().optional().meta({
      description:
        'Indicates whether it also runs when its revision is returned to, by a rollback or after a failure. Default: false.',
    }),
  })
  .meta({ description: 'A job of an application, such as a migration of its database.' })
export type ApplicationJob = z.infer<typeof ApplicationJob>

export const maxJobs = 10

/** The name and the result of a job, as stages and rollouts show it. */
export const JobRecord = z
  .strictObject({
    name: z.string().meta({ description: 'The name of the job.' }),
    when: phase,
    revision: z.int().meta({ description: 'The number of the revision that it is of.' }),
    state: z.enum(jobStates).meta({
      description: 'How it went.',
      enumName: 'JobState',
      enumDescription: 'The states of a job of a rollout.',
      enumDescriptions: [
        'It runs, or is about to.',
        'It has succeeded.',
        'It has failed, or was stopped.',
        'It was decided that the rollout goes on without it.',
      ],
    }),
    startedAt: z.iso.datetime().optional().meta({ description: 'The time at which it started.' }),
    endedAt: z.iso.datetime().optional().meta({ description: 'The time at which it ended.' }),
    exitCode: z.int().optional().meta({ description: 'The exit code of its container.' }),
    message: z.string().optional().meta({ description: 'Why it failed, with the last lines of its output.' }),
  })
  .meta({ description: 'A job of a rollout, and how it went.' })
export type JobRecord = z.infer<typeof JobRecord>

/** Returns the contradictions between the jobs of an application. */
export function jobProblems(
  jobs: readonly ApplicationJob[],
  environments: readonly string[],
): { path: string; code: 'DUPLICATE' | 'INVALID'; message: string; remedy: string }[] {
  return jobs.flatMap((job, index) => {
    const path = `jobs[${index}]`
    const isRepeated = jobs.findIndex(({ name }) => name === job.name) < index
    const unknown = (job.environments ?? []).findIndex((each) => !environments.includes(each))
    const variables = (job.env ?? []).flatMap(({ value, dependency, key }, at) => {
      if ((value === undefined) === (dependency === undefined))
        return [
          {
            path: `${path}.env[${at}]`,
            code: 'INVALID' as const,
            message: 'must have either value or dependency',
            remedy: 'Set one of them.',
          },
        ]
      return dependency === undefined && key !== undefined
        ? [
            {
              path: `${path}.env[${at}].key`,
              code: 'INVALID' as const,
              message: 'is an entry of a dependency',
              remedy: 'Set dependency, or remove it.',
            },
          ]
        : []
    })
    return [
      ...(isRepeated
        ? [
            {
              path: `${path}.name`,
              code: 'DUPLICATE' as const,
              message: 'is already listed',
              remedy: 'Give each job a name of its own.',
            },
          ]
        : []),
      ...(unknown === -1
        ? []
        : [
            {
              path: `${path}.environments[${unknown}]`,
              code: 'INVALID' as const,
              message: 'is no environment of the application',
              remedy: `Name one of ${environments.join(', ')}.`,
            },
          ]),
      ...variables,
    ]
  })
}
