import { z } from 'zod'
import { severities } from './reasons.ts'

/**
 * What happened to an object, in the words in which people read it. Servers store it, and workers send it; fields that a worker does
 * not know are ignored.
 */
export const Notice = z.object({
  reason: z.string(),
  severity: z.enum(severities),
  /** What happened, in a few words without a full stop. */
  title: z.string(),
  /** Why, as sentences; empty if the title says it all. */
  message: z.string(),
  /** The command that shows more. */
  command: z.string(),
  kind: z.string(),
  name: z.string(),
  /** Null for an object that belongs to no project. */
  project: z.string().nullable(),
  /** The time at which it happened. */
  time: z.iso.datetime(),
  application: z.string().optional(),
  environment: z.string().optional(),
  revision: z.number().int().optional(),
  delivery: z.string().optional(),
  commit: z.string().optional(),
})
export type Notice = z.infer<typeof Notice>

/** A notice that is sent, with the number of times that it happened. */
export interface Notification {
  notice: Notice
  /** The number of times, of which the notice is the last. */
  count: number
}
