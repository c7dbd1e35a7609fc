import { z } from 'zod'

export const canaryPhases = ['starting', 'shifting', 'promoting', 'leaving'] as const
export type CanaryPhase = (typeof canaryPhases)[number]

/** How far the new revision of a canary or blue-green rollout has got, as stages show it. */
export const CanaryProgress = z
  .strictObject({
    revision: z.int().meta({ description: 'The number of its revision.' }),
    phase: z.enum(canaryPhases).meta({
      description: 'What is done with it.',
      enumName: 'CanaryPhase',
      enumDescription: 'The phases of a canary.',
      enumDescriptions: [
        'Its pods start, and get no requests.',
        'It gets a share of the requests, step by step.',
        'It gets all requests while the workload is moved to its revision.',
        'It gets no requests any more, and is removed soon.',
      ],
    }),
    step: z.int().meta({ description: 'The number of its step, counted from 1. 0 while it starts.' }),
    steps: z.int().meta({ description: 'The number of steps.' }),
    weight: z.int().meta({ description: 'The percentage of the requests that it should get.' }),
    since: z.iso.datetime().optional().meta({
      description: 'The time since which all gateways send it that share. Absent until they do.',
    }),
    message: z.string().optional().meta({ description: 'What the analysis has found last.' }),
  })
  .meta({ description: 'The new revision of an application beside the one before.' })
export type CanaryProgress = z.infer<typeof CanaryProgress>

/** Describes how far a canary has got. */
export function describeCanary({ phase, step, steps, weight }: CanaryProgress): string {
  switch (phase) {
    case 'starting':
      return 'its canary starts'
    case 'shifting':
      return `step ${step} of ${steps}, ${weight} % of the requests`
    case 'promoting':
      return 'promoting its canary'
    case 'leaving':
      return 'removing its canary'
  }
}
