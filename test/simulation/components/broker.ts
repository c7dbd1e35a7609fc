import type { Trigger } from '../../../schema/events.ts'
import type { Broker } from '../../../server/delivery/broker.ts'
import type { TriggerQueue } from '../../../workers/engine/consumer.ts'
import type { LastLooks } from '../../../workers/watch/last-looks.ts'
import type { Locks } from '../../../workers/watch/watch-lock.ts'
import type { Random } from '../../support/random.ts'
import type { Process, World } from '../world/world.ts'
import { SimulatedConsumer } from './consumer.ts'
import { SimulatedLocks } from './locks.ts'
import type { Network } from './network.ts'

export interface BrokerFaults {
  /** The probability that a delivery does not arrive. */
  dropped: number
  /** The probability that a delivery arrives once more, and again after that, up to ten times. */
  redelivered: number
  /** The probability that a stored message is lost. */
  forgotten: number
  /** Selects objects whose triggers are all lost. */
  isUnheard: (trigger: Trigger) => boolean
}

export const noBrokerFaults: BrokerFaults = {
  dropped: 0,
  redelivered: 0,
  forgotten: 0,
  isUnheard: () => false,
}

interface Message {
  trigger: Trigger
  deliverAt: number
  /** Counts the deliveries: acknowledgements of earlier ones are ignored. */
  delivery: number
}

/**
 * Milliseconds after which an unacknowledged delivery is repeated, as the consumers of the real broker are configured.
 */
const ackWait = 15_000

type ServerSide = Pick<Broker, 'publish' | 'queued' | 'hintChanges' | 'onChangesHint'>

/** A queue with at-least-once delivery and at most one trigger per object, and locks that expire. */
export class SimulatedBroker implements ServerSide {
  readonly process: Process
  /** The probabilities per message. */
  faults: BrokerFaults = noBrokerFaults
  readonly #world: World
  readonly #network: Network
  readonly #random: Random
  readonly #locks: SimulatedLocks
  /** Messages by kind and id. */
  readonly #messages = new Map<string, Message>()
  readonly #consumers = new Set<SimulatedConsumer>()
  readonly #hints = new Map<Process, () => void>()
  /** The time of the next delivery. */
  #deliverAt = Infinity

  readonly #onPublished: (triggers: readonly Trigger[]) => void

  /** @param onPublished Called with the triggers that servers have published, before any of them is lost. */
  constructor(world: World, network: Network, onPublished: (triggers: readonly Trigger[]) => void) {
    this.#onPublished = onPublished
    this.#world = world
    this.#network = network
    this.process = world.process('broker')
    this.#random = world.random.fork()
    this.#locks = new SimulatedLocks(world, this)
  }

  /** Reports whether the broker is connected. */
  get isConnected(): boolean {
    return this.process.alive && this.process.pausedUntil <= this.#world.now()
  }

  /** Throws while the broker is unavailable. */
  async publish(triggers: readonly Trigger[]): Promise<void> {
    this.#assertConnected()
    this.#onPublished(triggers)
    for (const trigger of triggers)
      if (this.faults.isUnheard(trigger) || this.#random.chance(this.faults.forgotten))
        this.#world.trace.add('broker', `loses ${trigger.kind} ${trigger.id}`)
      // The newest trigger of an object replaces the earlier one, even if that was delivered already.
      else this.#messages.set(keyOf(trigger), { trigger, deliverAt: this.#world.now(), delivery: 0 })
    this.#plan()
  }

  async queued(): Promise<ReadonlyMap<string, number>> {
    this.#assertConnected()
    const byKind = Map.groupBy(this.#messages.values(), ({ trigger }) => trigger.kind)
    return new Map([...byKind].map(([kind, messages]) => [kind, messages.length]))
  }

  /** Notifies the other servers of new changes in the log. */
  hintChanges(): void {
    const from = this.#world.current()
    if (!this.isConnected) return
    for (const [process, hint] of this.#hints)
      if (process !== from && !this.#random.chance(this.faults.dropped))
        this.#world.after(this.#random.next() * 3, '', hint, process)
  }

  /** Subscribes the calling process to notifications of new changes in the log. */
  onChangesHint(hint: () => void): void {
    this.#hints.set(this.#world.current(), hint)
  }

  /** Returns the queue for the calling process. */
  queue(): TriggerQueue {
    const isConnected = (): boolean => this.isConnected
    return {
      get isConnected() {
        return isConnected()
      },
      open: async (kind) => {
        await this.call(`consume ${kind}`, () => undefined)
        // Created only now: a client that does not receive the response pulls no messages.
        const consumer = new SimulatedConsumer(this.#world.current(), kind, () => this.#scheduleDelivery())
        this.#consumers.add(consumer)
        this.#scheduleDelivery()
        return consumer
      },
    }
  }

  /** Returns the locks for the calling process. */
  locks(): Locks {
    return this.#locks.asLocks()
  }

  /** Returns the last looks of workers for the calling process. */
  looks(): LastLooks {
    return this.#locks.asLooks()
  }

  /** Calls the broker. The NATS client gives up after five seconds. */
  call<Result>(label: string, effect: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const stop = this.#world.after(5000, '', () => reject(new Error('timeout')))
      this.#network.call({ to: this.process, label, effect }).then(resolve, reject).finally(stop)
    })
  }

  /** Loses all messages. */
  loseMessages(): void {
    this.#world.trace.add('broker', 'loses all messages')
    this.#messages.clear()
  }

  /** Loses all messages, locks and consumers, like a broker that has lost its volume. */
  loseEverything(): void {
    this.#world.trace.add('broker', 'loses all messages and locks')
    this.#messages.clear()
    this.#locks.clear()
    for (const { worker, lose } of this.#consumers)
      this.#world.after(this.#random.next() * 3, '', lose, worker)
    this.#consumers.clear()
  }

  #assertConnected(): void {
    if (!this.isConnected) throw new Error('the broker is unavailable')
  }

  #scheduleDelivery(): void {
    this.#world.after(0, '', () => this.#deliver(), this.process)
  }

  /**
   * Schedules the delivery of the next due message of a consumer with a free slot. Without one, the consumer requests the
   * delivery as soon as it has one.
   */
  #plan(): void {
    const free = new Set([...this.#consumers].filter(isFree).map(({ kind }) => kind))
    let due = Infinity
    for (const { trigger, deliverAt } of this.#messages.values())
      if (deliverAt < due && free.has(trigger.kind)) due = deliverAt
    const next = Math.max(due, this.#world.now())
    if (due === Infinity || this.#deliverAt <= next) return
    this.#deliverAt = next
    const after = next - this.#world.now() + this.#random.next()
    this.#world.after(after, '', () => this.#deliver(), this.process)
  }

  #deliver(): void {
    this.#deliverAt = Infinity
    for (const consumer of this.#consumers) if (!consumer.isOpen) this.#consumers.delete(consumer)
    const now = this.#world.now()
    // What is given arrives later, so no slot is taken meanwhile.
    const free = Map.groupBy([...this.#consumers].filter(isFree), ({ kind }) => kind)
    for (const [key, message] of this.#messages) {
      const takers = message.deliverAt > now ? undefined : free.get(message.trigger.kind)
      if (takers !== undefined) this.#give(key, message, this.#random.pick(takers))
    }
    this.#plan()
  }

  #give(key: string, message: Message, consumer: SimulatedConsumer): void {
    message.deliverAt = this.#world.now() + ackWait
    message.delivery += 1
    const delivery = this.#deliveryOf(key, message)
    const arrive = (): void => consumer.arrive(delivery)
    const { worker } = consumer
    if (this.#random.chance(this.faults.dropped)) this.#world.trace.add('broker', `${key} is lost in transit`)
    else this.#world.after(this.#random.next() * 5, `trigger ${key}`, arrive, worker)
    for (let times = 1; times < 10 && this.#random.chance(this.faults.redelivered); times++)
      this.#world.after(this.#random.next() * 50, `trigger ${key} again`, arrive, worker)
  }

  /** Returns one delivery for a worker. Its acknowledgement may be lost, and does not affect later deliveries. */
  #deliveryOf(key: string, message: Message) {
    const { trigger, delivery } = message
    const acknowledge = (label: string, change: () => void): void => {
      if (this.#random.chance(this.#network.faults.lost)) return
      const arrive = (): void => {
        if (this.#messages.get(key) === message && message.delivery === delivery) change()
        this.#plan()
      }
      this.#world.after(this.#random.next() * 3, `${label} ${key}`, arrive, this.process)
    }
    const redelivered = (milliseconds: number) => (): void =>
      void (message.deliverAt = this.#world.now() + milliseconds)
    return {
      subject: key,
      json: () => trigger,
      working: () => acknowledge('working', redelivered(ackWait)),
      ack: () => acknowledge('ack', () => this.#messages.delete(key)),
      nak: (milliseconds: number) => acknowledge('retry', redelivered(milliseconds)),
      term: () => acknowledge('term', () => this.#messages.delete(key)),
    }
  }
}

function keyOf({ kind, id }: Trigger): string {
  return `${kind} ${id}`
}

function isFree({ freeSlots }: SimulatedConsumer): boolean {
  return freeSlots > 0
}
