import { z } from 'zod'
import { rolloutProblems, RolloutSettings } from '../delivery/rollout-settings.ts'
import { Freeze, WeeklyWindow } from '../delivery/times.ts'
import { tierField } from '../profiles/fields.ts'
import { defineKind, reference } from './kind.ts'

const seconds = (description: string, maximum = 86_400) =>
  z.int().min(0).max(maximum).optional().meta({ description })

const canaryExample = {
  settle: 0,
  deadline: 60,
  rollout: { strategy: 'canary' as const, steps: [{ weight: 20, pauseSeconds: 5 }] },
}

export const Environment = defineKind({
  kind: 'Environment',
  plural: 'environments',
  description:
    'Where applications run, and by which rules new revisions get there: for example staging, where every build is rolled out, and ' +
    'production, which each revision needs an approval for.',
  aliases: ['env', 'envs'],
  spec: z.strictObject({
    description: z.string().max(1000).optional().meta({ description: 'The purpose of the environment.' }),
    tier: tierField(),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime of the applications. Default: the default runtime.',
    ).optional(),
    policy: z
      .enum(['automatic', 'approval'])
      .optional()
      .meta({
        description: 'The rule for new revisions. Default: `automatic`.',
        enumName: 'EnvironmentPolicy',
        enumDescription: 'The rules for new revisions in an environment.',
        enumDescriptions: [
          'A revision is rolled out as soon as it is healthy in the environment before.',
          'A revision is rolled out once it is promoted.',
        ],
      }),
    approvals: z
      .int()
      .min(1)
      .max(10)
      .optional()
      .meta({
        description:
          'The number of different users who must promote a revision, with the policy `approval`. Approvals that were given before ' +
          'another revision was chosen do not count again. Default: 1.',
      }),
    soak: seconds(
      'The seconds for which a revision must have been healthy in the environment before, until it is rolled out automatically. ' +
        'Default: 0.',
    ),
    windows: z
      .array(WeeklyWindow)
      .max(20)
      .optional()
      .meta({ description: 'The times in which new revisions are rolled out. Default: always.' }),
    freezes: z
      .array(Freeze)
      .max(100)
      .optional()
      .meta({ description: 'The times in which no new revisions are rolled out.' }),
    settle: seconds(
      'The seconds for which a revision must stay ready until it counts as healthy. If it does not, it is rolled back. Default: 10.',
      3600,
    ),
    deadline: z.int().min(1).max(86_400).optional().meta({
      description:
        'The seconds within which a revision must become ready. If it does not, it is rolled back. Default: 600.',
    }),
    rollout: RolloutSettings.optional().meta({
      description:
        'How a revision takes the place of the one before, unless the application sets it for the environment.',
    }),
  }),
  check: ({ freezes = [], rollout = {} }) => [
    ...rolloutProblems(rollout, 'rollout'),
    ...freezes.flatMap(({ from, until }, index) =>
      Date.parse(from) < Date.parse(until)
        ? []
        : [
            {
              path: `freezes[${index}].until`,
              code: 'INVALID' as const,
              message: `must be after ${from}`,
              remedy: 'Set a later time.',
            },
          ],
    ),
  ],
  examples: [
    { settle: 0 },
    { settle: 0, policy: 'approval', approvals: 1 },
    { settle: 1, deadline: 60 },
    canaryExample,
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'POLICY', path: 'spec.policy' },
    { header: 'TIER', path: 'spec.tier' },
    { header: 'RUNTIME', path: 'spec.runtime', wide: true },
  ],
  reconciled: false,
  immutable: ['runtime'],
  location: 'runtime',
  rest: { path: 'environments' },
})

export const kinds = [Environment]
