import { lockTerm, type Lock, type Locks } from '../../../workers/watch/watch-lock.ts'
import type { Process, World } from '../world/world.ts'

/** The broker that holds the locks: calls of it can fail. */
interface LockBroker {
  readonly process: Process
  call<Answer>(label: string, effect: () => Answer): Promise<Answer>
}

interface Held {
  until: number
  revision: number
}

/** The locks of a broker: each ends when it is not renewed. */
export class SimulatedLocks {
  readonly #world: World
  readonly #broker: LockBroker
  readonly #held = new Map<string, Held>()
  #revision = 0

  constructor(world: World, broker: LockBroker) {
    this.#world = world
    this.#broker = broker
  }

  clear(): void {
    this.#held.clear()
  }

  /** As a worker has them. */
  asLocks(): Locks {
    return {
      acquire: (kind, id) => {
        const key = `${kind}.${id}`
        return this.#broker.call(`lock ${key}`, () => {
          if (this.#revisionOf(key) !== undefined) return undefined
          this.#world.trace.add(this.#broker.process.name, `lock ${key} is given`)
          return this.#lockOf(key, this.#hold(key))
        })
      },
    }
  }

  #lockOf(key: string, taken: number): Lock {
    let own = taken
    return {
      renew: async () => {
        const next = await this.#broker.call(`renew ${key}`, () =>
          this.#revisionOf(key) === own ? this.#hold(key) : undefined,
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

  /** Of the lock as it is held now. */
  #revisionOf(key: string): number | undefined {
    const held = this.#held.get(key)
    return held !== undefined && held.until > this.#world.now() ? held.revision : undefined
  }

  #hold(key: string): number {
    const revision = (this.#revision += 1)
    this.#held.set(key, { until: this.#world.now() + lockTerm, revision })
    return revision
  }
}
