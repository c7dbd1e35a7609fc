import { z } from 'zod'

/*
 * Workers report these types, and newer workers may send fields that servers do not know. Unknown fields are ignored,
 * never refused.
 */

/** The types of conditions. As with kstatus, `Stalled` is present only while it is true. */
export const conditionTypes = ['Accepted', 'Progressing', 'Ready', 'Reachable', 'Stalled'] as const

export const Condition = z.object({
  type: z.enum(conditionTypes).meta({
    description: 'The type of the condition.',
    enumDescription: 'The types of conditions.',
    enumDescriptions: [
      'The spec is valid.',
      'A reconcile is in progress.',
      'All resources have the desired state and work.',
      'The cluster responds.',
      'No progress is possible without a change of the spec or of the environment, so there is no point in ' +
        'waiting.',
    ],
  }),
  status: z.enum(['True', 'False', 'Unknown']).meta({
    description: 'The status of the condition.',
    enumDescription: 'The statuses of conditions.',
    enumDescriptions: [
      'The condition holds.',
      'The condition does not hold.',
      'It is unknown whether the condition holds.',
    ],
  }),
  reason: z.string().meta({ description: 'A machine-readable reason for the status, in CamelCase.' }),
  message: z.string().meta({ description: 'A human-readable explanation of the status.' }),
  observedGeneration: z
    .number()
    .int()
    .meta({ description: 'The generation of the object that the condition reflects.' }),
  lastTransitionTime: z.iso.datetime().meta({ description: 'The time of the last change of the status.' }),
})
export type Condition = z.infer<typeof Condition>
export type ConditionType = Condition['type']

/** The root cause, as far as it is known, for which an object is not ready. */
export const Cause = z.object({
  kind: z.string().meta({ description: 'The kind of the object that is the cause.' }),
  name: z.string().meta({ description: 'The name of the object that is the cause.' }),
  reason: z.string().meta({ description: 'A machine-readable reason, in CamelCase.' }),
  message: z.string().meta({ description: 'A human-readable explanation.' }),
  since: z.iso.datetime().meta({ description: 'The time since which the cause exists.' }),
  retryAt: z.iso
    .datetime()
    .optional()
    .meta({
      description:
        'The time of the next retry. A change of the object that is waited for triggers it earlier. Null ' +
        'while the object is being reconciled, and if only a change can trigger the next reconcile.',
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
      'Quarantined',
      'Blocked',
      'Unreachable',
      'Deleting',
    ])
    .meta({ description: 'A summary of all conditions in one word.' }),
  conditions: z.array(Condition),
  retryable: z
    .boolean()
    .optional()
    .meta({
      description:
        'Indicates whether a retry, which happens automatically, can succeed. False if only a change of the ' +
        'spec can help.',
    }),
  final: z.boolean().optional().meta({
    description:
      'True if the failure is a result that stays, such as that of a delivery that was rolled back: nothing is tried again by itself.',
  }),
  cause: Cause.optional(),
  outputs: z.record(z.string(), z.unknown()).meta({ description: 'The outputs of the object.' }),
})
export type ObjectStatus = z.infer<typeof ObjectStatus>

export type Phase = ObjectStatus['phase']

/** An event for users. Equal events are counted rather than repeated. */
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

/** Creates an event, with the note truncated to its maximum length. */
export function event(type: EventReport['type'], reason: string, note: string): EventReport {
  return { type, reason, note: note.slice(0, 4096) }
}
