import { randomUUID } from 'node:crypto'
import { Kvm, type KV } from '@nats-io/kv'
import type { BrokerNames } from '../../schema/events.ts'
import type { NatsLink } from '../../process/nats-link.ts'

/**
 * Locks that elect one worker per watch. They only save work: two watches of the same runtime trigger the same objects,
 * which is harmless. A lock expires by the clock of the broker, so the clocks of workers do not matter.
 */
export interface Locks {
  /** Acquires a lock; undefined while another worker holds it. */
  acquire(kind: string, id: string): Promise<Lock | undefined>
}

export interface Lock {
  /**
   * Extends the lock by another term. Reports false when the lock was lost, to another worker or with the volume of the
   * broker. While the broker is unavailable the lock counts as held, because no other worker can acquire it.
   */
  renew(): Promise<boolean>
  release(): Promise<void>
}

/** Milliseconds after which a lock expires without renewal. */
export const lockTerm = 15_000

export function createLocks(link: Pick<NatsLink, 'connection' | 'isConnected'>, names: BrokerNames): Locks {
  const owner = randomUUID()
  let opened: Promise<KV> | undefined
  const bucket = (): Promise<KV> => {
    opened ??= new Kvm(link.connection()).create(names.lockBucket, { ttl: lockTerm, history: 1 })
    // A failure is not cached: the next call opens the bucket again.
    opened.catch(() => (opened = undefined))
    return opened
  }
  return {
    acquire: async (kind, id) => {
      const key = names.lockKey(kind, id)
      try {
        const kv = await bucket()
        return await acquire(kv, key, { owner, isDisconnected: () => !link.isConnected })
      } catch (error) {
        // The bucket may be gone with the volume of the broker.
        opened = undefined
        throw error
      }
    },
  }
}

async function acquire(
  kv: KV,
  key: string,
  { owner, isDisconnected }: { owner: string; isDisconnected: () => boolean },
): Promise<Lock | undefined> {
  const created = await kv.create(key, owner).catch((error: unknown) => {
    if (isWrongRevision(error)) return undefined
    throw error
  })
  if (created === undefined) return undefined
  let revision = created
  return {
    renew: async () => {
      try {
        revision = await kv.update(key, owner, revision)
        return true
      } catch (error) {
        if (isDisconnected()) return true
        if (isWrongRevision(error) || isGone(error)) return false
        throw error
      }
    },
    // With the revision, so that a lock that another worker has acquired meanwhile stays.
    release: async () => {
      await kv.delete(key, { previousSeq: revision }).catch(() => undefined)
    },
  }
}

/** Reports whether JetStream rejected a write because the last message of the subject is not the expected one. */
function isWrongRevision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 10071 || error.code === 10164)
}

/** Reports whether the bucket no longer exists, because the broker lost its volume or was restarted. */
function isGone(error: unknown): boolean {
  return error instanceof Error && error.name === 'JetStreamNotEnabled'
}
