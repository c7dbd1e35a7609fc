import { z } from 'zod'

/*
 * Workers report these, and those of a newer release may say more than servers know: what is not known is left out, never
 * refused.
 */

/** The questions that a status answers, each by one condition. `Stalled` is there while the answer is yes, as kstatus has it. */
export const conditionTypes = ['Accepted', 'Progressing', 'Ready', 'Reachable', 'Stalled'] as const

export const Condition = z.object({
  type: z.enum(conditionTypes).meta({
    description: 'Which question this answers.',
    enumDescriptions: [
      'Is the spec valid?',
      'Is something being done at the moment?',
      'Is everything as desired, and does it work?',
      'Does the cluster answer?',
      'Is waiting on pointless, because nothing becomes of it without a change from outside?',
    ],
  }),
  status: z
    .enum(['True', 'False', 'Unknown'])
    .meta({ description: 'The answer.', enumDescriptions: ['Yes.', 'No.', 'Unknown.'] }),
  reason: z.string().meta({ description: 'The reason in one CamelCase word, for machines.' }),
  message: z.string().meta({ description: 'The reason in a sentence, for people.' }),
  observedGeneration: z.number().int().meta({ description: 'The generation that the answer is about.' }),
  lastTransitionTime: z.iso.datetime().meta({ description: 'Since when the answer is this one.' }),
})
export type Condition = z.infer<typeof Condition>
export type ConditionType = Condition['type']

/** The deepest known reason why an object is not ready. */
export const Cause = z.object({
  kind: z.string().meta({ description: 'Kind of the object that is the cause.' }),
  name: z.string().meta({ description: 'Its name.' }),
  reason: z.string().meta({ description: 'The reason in one CamelCase word.' }),
  message: z.string().meta({ description: 'The reason in a sentence.' }),
  since: z.iso.datetime().meta({ description: 'Since when.' }),
  retryAt: z.iso
    .datetime()
    .optional()
    .meta({
      description:
        'When it is tried again at the latest: a change of the object that it is waiting for brings that forward. Absent ' +
        'while it is being reconciled, and while only a change can cause that.',
    }),
})
export type Cause = z.infer<typeof Cause>

export const ObjectStatus = z.object({
  phase: z
    .enum([
      'Pending',
      'Progressing',
      'Ready',
      'Waiting',
      'Failed',
      'Parked',
      'Blocked',
      'Unreachable',
      'Deleting',
    ])
    .meta({ description: 'Summary of all conditions.' }),
  conditions: z.array(Condition),
  retryable: z.boolean().optional().meta({
    description:
      'Whether trying again can help, which happens by itself; false where only a change of what is desired can.',
  }),
  cause: Cause.optional(),
  outputs: z.record(z.string(), z.unknown()).meta({ description: 'What the kind tells once it is known.' }),
})
export type ObjectStatus = z.infer<typeof ObjectStatus>

export type Phase = ObjectStatus['phase']

/** What was seen and done, for people; equal ones are counted, not repeated. */
export const EventReport = z.object({
  type: z.enum(['Normal', 'Warning']),
  reason: z.string().max(128),
  note: z.string().max(4096),
})
export type EventReport = z.infer<typeof EventReport>

export function conditionOf(status: ObjectStatus, type: ConditionType): Condition | undefined {
  return status.conditions.find((condition) => condition.type === type)
}

export function isReady(status: ObjectStatus): boolean {
  return conditionOf(status, 'Ready')?.status === 'True'
}

export function isStalled(status: ObjectStatus): boolean {
  return conditionOf(status, 'Stalled')?.status === 'True'
}

/** Something worth telling people; equal ones are counted. */
export function event(type: EventReport['type'], reason: string, note: string): EventReport {
  return { type, reason, note: note.slice(0, 4096) }
}
