import type { Trigger } from '../../../schema/events.ts'
import type { QueuedTrigger } from '../../../workers/engine/dispatcher.ts'
import { lockTerm, type Lock, type Locks } from '../../../workers/watch/watch-lock.ts'
import type { Process, World } from '../world/world.ts'
import type { Network } from './network.ts'

/** The broker: a queue that delivers at least once, and locks that end. */
export interface SimulatedBroker {
  process: Process
  /** Stores triggers, at most one per object. Throws while it is away. */
  publish(triggers: readonly Trigger[]): void
  /** Whether a connection to it stands. */
  isThere(): boolean
  /** How many of a kind wait, as a consumer tells. */
  queued(kind: string): number
  /** Gives triggers to a worker until its process dies. */
  deliverTo(take: (trigger: QueuedTrigger) => Promise<void>): void
  locks(): Locks
  /** Forgets all messages. */
  loseMessages(): void
  /** Forgets all messages and locks, as one that has lost its volume. */
  loseEverything(): void
  /** Probabilities per message. */
  faults: BrokerFaults
}

export interface BrokerFaults {
  /** A delivery does not arrive. */
  dropped: number
  /** A delivery arrives once more, and then perhaps once more, up to ten times. */
  again: number
  /** What was stored is forgotten. */
  forgotten: number
  /** Triggers of these objects are all forgotten. */
  unheard: (trigger: Trigger) => boolean
}

export const noBrokerFaults: BrokerFaults = { dropped: 0, again: 0, forgotten: 0, unheard: () => false }

interface Message {
  trigger: Trigger
  deliverAt: number
  /** Counts its deliveries: what is said of an older one is too late. */
  delivery: number
}

/** As the consumers of the real one are set. */
const ackWait = 15_000

export function createBroker(world: World, network: Network): SimulatedBroker {
  const process = world.process('broker')
  const random = world.random.fork()
  const queue = new Map<string, Message>()
  const locks = new Map<string, { owner: object; until: number; revision: number }>()
  const takers = new Set<{
    worker: Process
    take: (trigger: QueuedTrigger) => Promise<void>
    busy: boolean
  }>()
  let revision = 0
  let isPlanned = Infinity

  const plan = (): void => {
    const next = Math.min(...[...queue.values()].map(({ deliverAt }) => deliverAt))
    if (next === Infinity || isPlanned <= Math.max(next, world.now())) return
    isPlanned = Math.max(next, world.now())
    world.after(isPlanned - world.now() + random.next(), '', deliver, process)
  }

  const deliver = (): void => {
    isPlanned = Infinity
    for (const taker of takers) if (!taker.worker.alive) takers.delete(taker)
    const due = [...queue].filter(([, { deliverAt }]) => deliverAt <= world.now())
    for (const [key, message] of due) {
      const free = [...takers].filter(({ busy }) => !busy)
      if (free.length === 0) break
      give(key, message, random.pick(free))
    }
    if (takers.size > 0 && ![...takers].every(({ busy }) => busy)) plan()
  }

  const give = (
    key: string,
    message: Message,
    taker: { worker: Process; take: (trigger: QueuedTrigger) => Promise<void>; busy: boolean },
  ): void => {
    message.deliverAt = world.now() + ackWait
    message.delivery += 1
    const { delivery, trigger } = message
    /** What a worker says of a delivery; like everything, it may not arrive. */
    const said = (label: string, work: (kept: Message) => void) => (): void => {
      if (random.chance(network.faults.lost)) return
      const told = (): void => {
        const kept = queue.get(key)
        if (kept === message && kept.delivery === delivery) work(kept)
        plan()
      }
      world.after(random.next() * 3, `${label} ${key}`, told, process)
    }
    const queued: QueuedTrigger = {
      ...trigger,
      working: said('working', (kept) => void (kept.deliverAt = world.now() + ackWait)),
      ack: said('ack', () => queue.delete(key)),
      retry: (milliseconds) => said('retry', (kept) => void (kept.deliverAt = world.now() + milliseconds))(),
    }
    const arrive = (): void => {
      taker.busy = true
      const again = (): void => {
        taker.busy = false
        world.after(0, '', deliver, process)
      }
      void taker.take(queued).then(again)
    }
    if (random.chance(broker.faults.dropped)) world.trace.add('broker', `${key} is lost on its way`)
    else world.after(random.next() * 5, `trigger ${key}`, arrive, taker.worker)
    for (let times = 1; times < 10 && random.chance(broker.faults.again); times++)
      world.after(random.next() * 50, `trigger ${key} again`, arrive, taker.worker)
  }

  const call = <Answer>(label: string, effect: () => Answer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      // The client of NATS gives up after five seconds.
      const stop = world.after(5000, '', () => reject(new Error('timeout')))
      network.call({ to: process, label, effect }).then(resolve, reject).finally(stop)
    })

  const heldBy = (key: string): { owner: object; until: number; revision: number } | undefined => {
    const lock = locks.get(key)
    return lock !== undefined && lock.until > world.now() ? lock : undefined
  }

  const broker: SimulatedBroker = {
    process,
    faults: noBrokerFaults,
    isThere: () => process.alive && process.pausedUntil <= world.now(),
    queued: (kind) => [...queue.values()].filter(({ trigger }) => trigger.kind === kind).length,
    publish: (triggers) => {
      if (!broker.isThere()) throw new Error('the broker is away')
      for (const trigger of triggers)
        if (broker.faults.unheard(trigger) || random.chance(broker.faults.forgotten))
          world.trace.add('broker', `forgets ${trigger.kind} ${trigger.id}`)
        // The newest of an object takes the place of the one before, whoever has that.
        else queue.set(`${trigger.kind} ${trigger.id}`, { trigger, deliverAt: world.now(), delivery: 0 })
      plan()
    },
    deliverTo: (take) => {
      takers.add({ worker: world.current(), take, busy: false })
      world.after(0, '', deliver, process)
    },
    locks: () => {
      const owner = {}
      return {
        acquire: (kind, id) => {
          const key = `${kind}.${id}`
          return call(`lock ${key}`, (): Lock | undefined => {
            if (heldBy(key) !== undefined) return undefined
            let own = (revision += 1)
            locks.set(key, { owner, until: world.now() + lockTerm, revision: own })
            world.trace.add(process.name, `lock ${key} is given`)
            return {
              renew: async () => {
                const next = await call(`renew ${key}`, () => {
                  if (heldBy(key)?.revision !== own) return undefined
                  const given = (revision += 1)
                  locks.set(key, { owner, until: world.now() + lockTerm, revision: given })
                  return given
                })
                own = next ?? own
                return next !== undefined
              },
              release: () =>
                call(`unlock ${key}`, () => {
                  if (heldBy(key)?.revision === own) locks.delete(key)
                }).catch(() => undefined),
            }
          })
        },
      }
    },
    loseMessages: () => {
      world.trace.add('broker', 'loses all messages')
      queue.clear()
    },
    loseEverything: () => {
      world.trace.add('broker', 'loses all messages and locks')
      queue.clear()
      locks.clear()
    },
  }
  return broker
}
