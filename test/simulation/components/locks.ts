import type { LastLooks } from '../../../workers/watch/last-looks.ts'
import { lockTerm, type Lock, type Locks } from '../../../workers/watch/watch-lock.ts'
import type { Process, World } from '../world/world.ts'

/** The broker that holds the locks; calls to it can fail. */
interface LockBroker {
  readonly process: Process
  call<Result>(label: string, effect: () => Result): Promise<Result>
}

interface Held {
  until: number
  revision: number
}

/** The locks of a broker; a lock expires unless it is renewed. */
export class SimulatedLocks {
  readonly #world: World
  readonly #broker: LockBroker
  readonly #held = new Map<string, Held>()
  /** The runtimes whose objects have all been looked at. */
  readonly #looks = new Set<string>()
  #revision = 0

  constructor(world: World, broker: LockBroker) {
    this.#world = world
    this.#broker = broker
  }

  clear(): void {
    this.#held.clear()
    this.#looks.clear()
  }

  /** Returns what workers know of their last looks. All are of one release. */
  asLooks(): LastLooks {
    return {
      isCurrent: (runtimeId) => this.#broker.call(`last look ${runtimeId}`, () => this.#looks.has(runtimeId)),
      record: (runtimeId) =>
        this.#broker.call(`record look ${runtimeId}`, () => void this.#looks.add(runtimeId)),
    }
  }

  /** Returns the locks as a worker uses them. */
  asLocks(): Locks {
    return {
      acquire: (kind, id) => {
        const key = `${kind}.${id}`
        return this.#broker.call(`lock ${key}`, () => {
          if (this.#revisionOf(key) !== undefined) return undefined
          this.#world.trace.add(this.#broker.process.name, `lock ${key} is acquired`)
          return this.#lockOf(key, this.#acquire(key))
        })
      },
    }
  }

  #lockOf(key: string, taken: number): Lock {
    let own = taken
    return {
      renew: async () => {
        const next = await this.#broker.call(`renew ${key}`, () =>
          this.#revisionOf(key) === own ? this.#acquire(key) : undefined,
        )
        own = next ?? own
        return next !== undefined
      },
      release: () =>
        this.#broker
          .call(`unlock ${key}`, () => {
            if (this.#revisionOf(key) === own) this.#held.delete(key)
          })
          .catch(() => undefined),
    }
  }

  /** Returns the revision of a lock that is held; undefined if it is not. */
  #revisionOf(key: string): number | undefined {
    const held = this.#held.get(key)
    return held !== undefined && held.until > this.#world.now() ? held.revision : undefined
  }

  #acquire(key: string): number {
    const revision = (this.#revision += 1)
    this.#held.set(key, { until: this.#world.now() + lockTerm, revision })
    return revision
  }
}
