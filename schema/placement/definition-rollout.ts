import { z } from 'zod'
import { LabelKey, LabelValue } from '../name-rules.ts'
import type { Wave, WaveRules } from './waves.ts'

/* How an edit of a definition or a profile reaches the objects that use it. */

/** One wave: the instances that get an edit together. */
const InstanceWave = z
  .strictObject({
    instances: z.int().min(1).max(10_000).optional().meta({
      description: 'The number of instances that have the edit after this wave.',
    }),
    percent: z.int().min(1).max(100).optional().meta({
      description: 'The share of the instances that have the edit after this wave, rounded up.',
    }),
    labels: z
      .record(LabelKey, LabelValue)
      .optional()
      .meta({ description: 'The labels of the instances that get the edit in this wave.' }),
    tier: z
      .string()
      .min(1)
      .max(63)
      .optional()
      .meta({ description: 'The tier of the instances that get the edit in this wave.' }),
  })
  .refine((wave) => Object.keys(wave).length === 1, {
    error: 'must have exactly one of instances, percent, labels and tier; write a wave for each',
  })
  .meta({ description: 'The instances that get an edit together.' })

/** What becomes of the instances that have an edit whose rollout has failed. */
const failureActions = ['rollback', 'stay'] as const

const DefinitionRollout = z
  .strictObject({
    waves: z
      .array(InstanceWave)
      .max(20)
      .optional()
      .meta({
        description:
          'The waves in which an edit reaches the instances, in their order. Each starts once all instances of those before have been ' +
          'ready for `settle` seconds. What none of them names is the last wave. Default: all at once.',
      }),
    maxFailures: z.int().min(0).max(10_000).optional().meta({
      description:
        'The number of instances that may fail in a rollout. With more, it halts, and no further instance gets the edit. Default: 0.',
    }),
    settle: z.int().min(0).max(3600).optional().meta({
      description: 'The seconds for which a wave must stay ready until the next one starts. Default: 10.',
    }),
    deadline: z.int().min(1).max(86_400).optional().meta({
      description: 'The seconds within which the instances of a wave must become ready. Default: 600.',
    }),
    paused: z
      .boolean()
      .optional()
      .meta({ description: 'Indicates whether no further instance gets an edit for now. Default: false.' }),
    onFailure: z
      .enum(failureActions)
      .optional()
      .meta({
        description:
          'What becomes of the instances that have the edit when its rollout halts: `rollback` returns them to the version that they ' +
          'had before, `stay` leaves them as they are. Default: rollback.',
        enumName: 'RolloutFailureAction',
        enumDescription: 'What becomes of the instances that have an edit whose rollout has failed.',
        enumDescriptions: ['They return to the version that they had before.', 'They stay as they are.'],
      }),
  })
  .meta({
    description:
      'How an edit reaches the instances. Until its turn, an instance keeps the version that it has. New instances get the ' +
      'present version at once. Default: all get an edit at once, whatever becomes of it.',
  })
export type DefinitionRollout = z.infer<typeof DefinitionRollout>

/** The label by which the tier of an instance takes part in the choice of a wave. Label keys of users have no such form. */
const tierLabel = '/tier'

/** An object that uses a definition or a profile, as far as waves are concerned. */
export interface RolledInstance {
  labels: Readonly<Record<string, string>>
  tier: string
}

/** Returns the labels by which waves choose an instance. */
export function waveLabels({ labels, tier }: RolledInstance): Record<string, string> {
  return { ...labels, [tierLabel]: tier }
}

/** Returns the rules of a rollout as `nextWave` takes them. */
export function rolloutRules({
  waves = [],
  maxFailures = 0,
  settle = 10,
  deadline = 600,
  paused = false,
}: DefinitionRollout): WaveRules {
  return {
    waves: waves.map(waveOf),
    maxFailures,
    isPaused: paused,
    settle: settle * 1000,
    deadline: deadline * 1000,
  }
}

function waveOf({ instances, percent, labels, tier }: NonNullable<DefinitionRollout['waves']>[number]): Wave {
  if (instances !== undefined) return { locations: instances }
  if (percent !== undefined) return { percent }
  return { labels: tier === undefined ? { ...labels } : { [tierLabel]: tier } }
}

/** Returns the rules in a stored spec, if edits of its object go in waves. */
export function rolloutOf(spec: Readonly<Record<string, unknown>>): DefinitionRollout | undefined {
  // The spec was validated with the schema of its kind.
  const rollout = spec['rollout'] as DefinitionRollout | undefined
  return rollout?.waves === undefined || rollout.waves.length === 0 ? undefined : rollout
}

/** Returns a spec without its rules of rollouts: what its instances are concerned with. */
export function withoutRollout(spec: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { rollout: _, ...rest } = spec
  return rest
}

/** The spec field of a definition, or of a profile, with the rules by which its edits reach the objects that use it. */
export function definitionRollout() {
  return DefinitionRollout.optional().meta({ rollsOut: true })
}
