import { createHash } from 'node:crypto'
import { Kvm, type KV } from '@nats-io/kv'
import type { BrokerNames } from '../../schema/events.ts'
import type { NatsLink } from '../../process/nats-link.ts'
import { release } from '../../schema/release.ts'

/**
 * Remembers, for each runtime, the workers that have looked at all its objects last. What a worker makes of an object depends on
 * its release and its settings; while these are the same, only what has changed since needs another look.
 */
export interface LastLooks {
  /** Reports whether such workers have looked at all objects of a runtime. */
  isCurrent(runtimeId: string): Promise<boolean>
  /** Records that all objects of a runtime will be looked at. */
  record(runtimeId: string): Promise<void>
}

/** Remembers the looks in NATS. If they are lost, everything is looked at again. */
export function createLastLooks(
  link: Pick<NatsLink, 'connection'>,
  { names, settings }: { names: BrokerNames; settings: object },
): LastLooks {
  const own = createHash('sha256')
    .update(JSON.stringify([release, settings]))
    .digest('hex')
  // Opened each time: there are few looks, and the bucket may be gone with the volume of the broker.
  const bucket = (): Promise<KV> => new Kvm(link.connection()).create(names.lookBucket, { history: 1 })
  return {
    isCurrent: async (runtimeId) => {
      const entry = await (await bucket()).get(runtimeId)
      return entry?.operation === 'PUT' && entry.string() === own
    },
    record: async (runtimeId) => void (await (await bucket()).put(runtimeId, own)),
  }
}
