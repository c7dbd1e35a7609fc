import { randomUUID } from 'node:crypto'
import { Kvm, type KV } from '@nats-io/kv'
import type { BrokerNames } from '../../schema/events.ts'
import type { NatsLink } from '../../process/nats-link.ts'

/**
 * One worker at a time per watch. The lock only saves work: two who watch trigger the same objects, which does no harm.
 * It ends by the broker's own clock when it is not renewed, so clocks of workers do not matter.
 */
export interface Locks {
  /** Undefined while somebody else holds it. */
  acquire(kind: string, id: string): Promise<Lock | undefined>
}

export interface Lock {
  /**
   * Holds it for another term, or for as long as the broker is away, as nobody else can take it then; false when it was lost,
   * to somebody else or with the volume of the broker.
   */
  renew(): Promise<boolean>
  release(): Promise<void>
}

/** Milliseconds that a lock lives without renewal. */
export const lockTerm = 15_000

export function createLocks(link: Pick<NatsLink, 'connection' | 'isThere'>, names: BrokerNames): Locks {
  const owner = randomUUID()
  let opened: Promise<KV> | undefined
  const bucket = (): Promise<KV> => {
    opened ??= new Kvm(link.connection()).create(names.lockBucket, { ttl: lockTerm, history: 1 })
    // A bucket that could not be opened is tried again at the next use.
    opened.catch(() => (opened = undefined))
    return opened
  }
  return {
    acquire: async (kind, id) => {
      const key = names.lockKey(kind, id)
      try {
        const kv = await bucket()
        return await take(kv, key, { owner, isAway: () => !link.isThere })
      } catch (error) {
        // The bucket is gone with the broker's volume.
        opened = undefined
        throw error
      }
    },
  }
}

async function take(
  kv: KV,
  key: string,
  { owner, isAway }: { owner: string; isAway: () => boolean },
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
        if (isAway()) return true
        if (isWrongRevision(error) || isGone(error)) return false
        throw error
      }
    },
    // With the revision, so that a lock that somebody else holds by now stays theirs.
    release: async () => {
      await kv.delete(key, { previousSeq: revision }).catch(() => undefined)
    },
  }
}

/** JetStream's answer when the last message of a subject is not the expected one. */
function isWrongRevision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 10071 || error.code === 10164)
}

/** Nobody stores what is written to the bucket: it is gone, or its broker has started anew. */
function isGone(error: unknown): boolean {
  return error instanceof Error && error.name === 'JetStreamNotEnabled'
}
