import { z } from 'zod'

/**
 * Triggers on JetStream. They say which object may have work, never what changed: a reconciler reads the
 * newest state. At most one is kept per object, and losing all of them costs latency, not work.
 */
export const Trigger = z.object({
  /** Version of this format. A worker ignores fields it does not know and refuses another version. */
  v: z.literal(1),
  kind: z.string(),
  id: z.string().regex(/^\d+$/),
  /** W3C `traceparent` of the request that caused it. */
  traceparent: z.string().optional(),
})
export type Trigger = z.infer<typeof Trigger>

/** Names of everything that we keep in NATS. The prefix lets several control planes share one broker. */
export function brokerNames(prefix: string) {
  const stream = `${prefix}_triggers`.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  return {
    stream,
    subjects: `${prefix}.trigger.>`,
    subject: (kind: string, id: string) => `${prefix}.trigger.${kind}.${id}`,
    filter: (kind: string) => `${prefix}.trigger.${kind}.>`,
    consumer: (kind: string) => `${kind}-reconciler`,
    lockBucket: `${prefix}_locks`.replaceAll(/[^A-Za-z0-9_-]/g, '_'),
    lockKey: (kind: string, id: string) => `${kind}.${id}`,
    /** Plain (not persisted) hint between servers that the change log has grown. */
    changesHint: `${prefix}.changes`,
    /** Questions of servers to any worker, plain as well. */
    questions: `${prefix}.questions`,
  }
}
export type BrokerNames = ReturnType<typeof brokerNames>
