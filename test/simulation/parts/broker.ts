import type { Trigger } from '../../../schema/events.ts'
import type { Broker } from '../../../server/delivery/broker.ts'
import type { TriggerQueue } from '../../../workers/engine/consumer.ts'
import type { Locks } from '../../../workers/watch/watch-lock.ts'
import type { Random } from '../../support/random.ts'
import type { Process, World } from '../world/world.ts'
import { SimulatedConsumer } from './consumer.ts'
import { SimulatedLocks } from './locks.ts'
import type { Network } from './network.ts'

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

/** Milliseconds after which a delivery of which nothing is said is made again, as the consumers of the real one are set. */
const ackWait = 15_000

type ServerSide = Pick<Broker, 'publish' | 'queued' | 'hintChanges' | 'onChangesHint'>

/** A queue that delivers at least once, with at most one trigger per object, and locks that end. */
export class SimulatedBroker implements ServerSide {
  readonly process: Process
  /** Probabilities per message. */
  faults: BrokerFaults = noBrokerFaults
  readonly #world: World
  readonly #network: Network
  readonly #random: Random
  readonly #locks: SimulatedLocks
  /** By kind and id. */
  readonly #messages = new Map<string, Message>()
  readonly #consumers = new Set<SimulatedConsumer>()
  readonly #hints = new Map<Process, () => void>()
  /** When messages are delivered next. */
  #deliverAt = Infinity

  readonly #onPublished: (triggers: readonly Trigger[]) => void

  /** @param onPublished Called with what servers have published, before any of it gets lost. */
  constructor(world: World, network: Network, onPublished: (triggers: readonly Trigger[]) => void) {
    this.#onPublished = onPublished
    this.#world = world
    this.#network = network
    this.process = world.process('broker')
    this.#random = world.random.fork()
    this.#locks = new SimulatedLocks(world, this)
  }

  /** Whether a connection to it stands. */
  get isThere(): boolean {
    return this.process.alive && this.process.pausedUntil <= this.#world.now()
  }

  /** Throws while it is away. */
  async publish(triggers: readonly Trigger[]): Promise<void> {
    this.#assertThere()
    this.#onPublished(triggers)
    for (const trigger of triggers)
      if (this.faults.unheard(trigger) || this.#random.chance(this.faults.forgotten))
        this.#world.trace.add('broker', `forgets ${trigger.kind} ${trigger.id}`)
      // The newest of an object takes the place of the one before, whoever has that.
      else this.#messages.set(keyOf(trigger), { trigger, deliverAt: this.#world.now(), delivery: 0 })
    this.#plan()
  }

  async queued(): Promise<ReadonlyMap<string, number>> {
    this.#assertThere()
    const byKind = Map.groupBy(this.#messages.values(), ({ trigger }) => trigger.kind)
    return new Map([...byKind].map(([kind, messages]) => [kind, messages.length]))
  }

  /** Says to the other servers that the change log has grown. */
  hintChanges(): void {
    const from = this.#world.current()
    if (!this.isThere) return
    for (const [process, hint] of this.#hints)
      if (process !== from && !this.#random.chance(this.faults.dropped))
        this.#world.after(this.#random.next() * 3, '', hint, process)
  }

  /** Has the process that calls it hear what others say of the change log. */
  onChangesHint(hint: () => void): void {
    this.#hints.set(this.#world.current(), hint)
  }

  /** The queue as the process that calls it has it. */
  queue(): TriggerQueue {
    const isThere = (): boolean => this.isThere
    return {
      get isConnected() {
        return isThere()
      },
      open: async (kind) => {
        await this.call(`consume ${kind}`, () => undefined)
        // Only now: whoever does not get the answer pulls nothing.
        const consumer = new SimulatedConsumer(this.#world.current(), kind, () => this.#deliverSoon())
        this.#consumers.add(consumer)
        this.#deliverSoon()
        return consumer
      },
    }
  }

  /** Locks as the process that calls it has them. */
  locks(): Locks {
    return this.#locks.asLocks()
  }

  /** Something that is asked of it. The client of NATS gives up after five seconds. */
  call<Answer>(label: string, effect: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const stop = this.#world.after(5000, '', () => reject(new Error('timeout')))
      this.#network.call({ to: this.process, label, effect }).then(resolve, reject).finally(stop)
    })
  }

  /** Forgets all messages. */
  loseMessages(): void {
    this.#world.trace.add('broker', 'loses all messages')
    this.#messages.clear()
  }

  /** Forgets all messages and locks, and who takes them, as one that has lost its volume. */
  loseEverything(): void {
    this.#world.trace.add('broker', 'loses all messages and locks')
    this.#messages.clear()
    this.#locks.clear()
    for (const { worker, lose } of this.#consumers)
      this.#world.after(this.#random.next() * 3, '', lose, worker)
    this.#consumers.clear()
  }

  #assertThere(): void {
    if (!this.isThere) throw new Error('the broker is away')
  }

  #deliverSoon(): void {
    this.#world.after(0, '', () => this.#deliver(), this.process)
  }

  /** Delivers when the next message is due. */
  #plan(): void {
    const due = Math.min(...[...this.#messages.values()].map(({ deliverAt }) => deliverAt))
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
    let hasRoom = false
    for (const [key, message] of this.#messages) {
      const free = [...this.#consumers].filter((each) => each.kind === message.trigger.kind && each.room > 0)
      hasRoom ||= free.length > 0
      if (message.deliverAt <= now && free.length > 0) this.#give(key, message, this.#random.pick(free))
    }
    // Without room a consumer has it delivered as soon as it has some.
    if (hasRoom) this.#plan()
  }

  #give(key: string, message: Message, consumer: SimulatedConsumer): void {
    message.deliverAt = this.#world.now() + ackWait
    message.delivery += 1
    const delivery = this.#deliveryOf(key, message)
    const arrive = (): void => consumer.arrive(delivery)
    const { worker } = consumer
    if (this.#random.chance(this.faults.dropped)) this.#world.trace.add('broker', `${key} is lost on its way`)
    else this.#world.after(this.#random.next() * 5, `trigger ${key}`, arrive, worker)
    for (let times = 1; times < 10 && this.#random.chance(this.faults.again); times++)
      this.#world.after(this.#random.next() * 50, `trigger ${key} again`, arrive, worker)
  }

  /** One delivery as a worker gets it. What it says of that may not arrive, and counts for no later one. */
  #deliveryOf(key: string, message: Message) {
    const { trigger, delivery } = message
    const say = (label: string, change: () => void): void => {
      if (this.#random.chance(this.#network.faults.lost)) return
      const arrive = (): void => {
        if (this.#messages.get(key) === message && message.delivery === delivery) change()
        this.#plan()
      }
      this.#world.after(this.#random.next() * 3, `${label} ${key}`, arrive, this.process)
    }
    const again = (milliseconds: number) => (): void =>
      void (message.deliverAt = this.#world.now() + milliseconds)
    return {
      subject: key,
      json: () => trigger,
      working: () => say('working', again(ackWait)),
      ack: () => say('ack', () => this.#messages.delete(key)),
      nak: (milliseconds: number) => say('retry', again(milliseconds)),
      term: () => say('term', () => this.#messages.delete(key)),
    }
  }
}

function keyOf({ kind, id }: Trigger): string {
  return `${kind} ${id}`
}
