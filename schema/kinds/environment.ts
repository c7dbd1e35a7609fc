import { z } from 'zod'
import { rolloutProblems, RolloutSettings } from '../delivery/rollout-settings.ts'
import { Freeze, WeeklyWindow } from '../delivery/times.ts'
import { placementErrors, placementOfAll } from '../placement/declaration.ts'
import { maxFailures, waveErrors, waves } from '../placement/waves.ts'
import { tierField } from '../profiles/fields.ts'
import { defineKind, reference, type SpecProblem } from './kind.ts'
import { overridable } from './workload.ts'

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
      'The runtime of the applications. Default: the one that fits `placement`, or else the default runtime.',
    ).optional(),
    placement: placementOfAll(overridable),
    waves: waves(),
    maxFailures: maxFailures(),
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
    approvalPlan: z
      .enum(['optional', 'required', 'byAnother'])
      .optional()
      .meta({
        description:
          'The plan that an approval names, with the policy `approval`. An approval with a plan holds only as long as the rollout would do ' +
          'what the plan says. Default: `optional`.',
        enumName: 'ApprovalPlan',
        enumDescription: 'The rules for plans of approvals.',
        enumDescriptions: [
          'An approval may name a plan.',
          'Approvals without a plan do not count.',
          'Approvals count only with a plan that another user has made.',
        ],
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
  check: (spec) => [
    ...freezeErrors(spec.freezes ?? []),
    ...placementErrors(spec),
    ...waveErrors(spec.waves ?? [], 'waves'),
    ...strategyErrors(spec),
    ...(spec.placement?.locations === undefined ? needlessErrors(spec) : []),
    ...rolloutProblems(spec.rollout ?? {}, 'rollout'),
  ],
  examples: [
    { settle: 0 },
    { settle: 0, policy: 'approval', approvals: 1 },
    { settle: 1, deadline: 60 },
    {
      settle: 1,
      placement: { locations: ['Local', 'Europe:Paris'] },
      waves: [{ locations: 1 }, { percent: 100 }],
      maxFailures: 1,
    },
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

function freezeErrors(freezes: readonly z.infer<typeof Freeze>[]): SpecProblem[] {
  return freezes.flatMap(({ from, until }, index) =>
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
  )
}

/** Returns the problem of an environment with several locations and a canary: waves take its place. */
function strategyErrors({
  placement,
  rollout = {},
}: {
  placement?: { locations?: unknown } | undefined
  rollout?: RolloutSettings | undefined
}): SpecProblem[] {
  const { strategy = 'rolling' } = rollout
  if (placement?.locations === undefined || strategy === 'rolling') return []
  const message = `cannot be ${strategy} in an environment with placement.locations`
  return [{ path: 'rollout.strategy', code: 'CONFLICT', message, remedy: 'Set waves instead.' }]
}

/** Returns the problems of rules for several locations in an environment without. */
function needlessErrors(spec: { waves?: unknown; maxFailures?: unknown }): SpecProblem[] {
  return (['waves', 'maxFailures'] as const)
    .filter((field) => spec[field] !== undefined)
    .map((path) => ({
      path,
      code: 'CONFLICT' as const,
      message: 'is only for environments with placement.locations',
      remedy: `Remove ${path}, or set placement.locations.`,
    }))
}

export const kinds = [Environment]
