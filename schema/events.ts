import { z } from 'zod'

/**
 * A trigger message on JetStream. It identifies an object to reconcile but not what changed, since reconciles are
 * level-triggered. The stream retains at most one per object, and losing all of them costs latency, not work.
 */
export const Trigger = z.object({
  /** Version of this format. A worker ignores unknown fields and refuses other versions. */
  v: z.literal(1),
  kind: z.string(),
  id: z.string().regex(/^\d+$/),
  /** W3C `traceparent` of the request that caused the trigger. */
  traceparent: z.string().optional(),
})
export type Trigger = z.infer<typeof Trigger>

/**
 * Returns the names of streams, subjects, consumers and buckets in NATS. The prefix allows several control planes to
 * share one broker.
 */
export function brokerNames(prefix: string) {
  const stream = `${prefix}_triggers`.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  return {
    stream,
    subjects: `${prefix}.trigger.>`,
    subject: (kind: string, id: string) => `${prefix}.trigger.${kind}.${id}`,
    filter: (kind: string) => `${prefix}.trigger.${kind}.>`,
    consumer: (kind: string) => `${kind}-reconciler`,
    lockBucket: `${prefix}_locks`.replaceAll(/[^A-Za-z0-9_-]/g, '_'),
    lookBucket: `${prefix}_looks`.replaceAll(/[^A-Za-z0-9_-]/g, '_'),
    lockKey: (kind: string, id: string) => `${kind}.${id}`,
    /** Subject of the core NATS message by which servers notify each other that the change log has grown. */
    changesHint: `${prefix}.changes`,
    /** Subject of the cluster queries of servers to any worker, on core NATS as well. */
    questions: `${prefix}.questions`,
    /** Subject on which servers pass on what processes report, on core NATS as well. */
    processes: `${prefix}.processes`,
  }
}
export type BrokerNames = ReturnType<typeof brokerNames>
