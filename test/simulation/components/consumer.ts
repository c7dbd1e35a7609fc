import { maxPrefetch, type TriggerMessage, type TriggerMessages } from '../../../workers/engine/consumer.ts'
import type { Process } from '../world/world.ts'

/** The triggers of one kind that a worker receives. */
export class SimulatedConsumer implements TriggerMessages {
  readonly worker: Process
  readonly kind: string
  readonly #onFreeSlot: () => void
  readonly #messages: TriggerMessage[] = []
  #state: 'open' | 'closed' | 'lost' = 'open'
  #notify: () => void = () => undefined

  constructor(worker: Process, kind: string, onFreeSlot: () => void) {
    this.worker = worker
    this.kind = kind
    this.#onFreeSlot = onFreeSlot
  }

  get isOpen(): boolean {
    return this.worker.alive && this.#state === 'open'
  }

  /** The number of messages that fit into the buffer. */
  get freeSlots(): number {
    return this.isOpen ? maxPrefetch - this.#messages.length : 0
  }

  arrive(message: TriggerMessage): void {
    if (this.#state === 'open') this.#messages.push(message)
    this.#notify()
  }

  /** Ends the consumer because the broker no longer knows it. */
  readonly lose = (): void => {
    this.#state = 'lost'
    this.#notify()
  }

  async close(): Promise<void> {
    this.#state = 'closed'
    this.#notify()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TriggerMessage> {
    for (;;) {
      const message = this.#messages.shift()
      if (message !== undefined) {
        this.#onFreeSlot()
        yield message
      } else if (this.#state === 'closed') return
      else if (this.#state === 'lost') throw new Error('the consumer does not exist')
      else await new Promise<void>((resolve) => (this.#notify = resolve))
    }
  }
}
