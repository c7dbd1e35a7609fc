import { maxPrefetch, type TriggerMessage, type TriggerMessages } from '../../../workers/engine/consumer.ts'
import type { Process } from '../world/world.ts'

/** What a worker has opened to get the triggers of one kind. */
export class SimulatedConsumer implements TriggerMessages {
  readonly worker: Process
  readonly kind: string
  readonly #onRoom: () => void
  readonly #messages: TriggerMessage[] = []
  #state: 'open' | 'closed' | 'lost' = 'open'
  #notify: () => void = () => undefined

  constructor(worker: Process, kind: string, onRoom: () => void) {
    this.worker = worker
    this.kind = kind
    this.#onRoom = onRoom
  }

  get isOpen(): boolean {
    return this.worker.alive && this.#state === 'open'
  }

  /** How many more may be delivered before some are taken. */
  get room(): number {
    return this.isOpen ? maxPrefetch - this.#messages.length : 0
  }

  arrive(message: TriggerMessage): void {
    if (this.#state === 'open') this.#messages.push(message)
    this.#notify()
  }

  /** The broker knows it no more. */
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
        this.#onRoom()
        yield message
      } else if (this.#state === 'closed') return
      else if (this.#state === 'lost') throw new Error('the consumer is gone')
      else await new Promise<void>((resolve) => (this.#notify = resolve))
    }
  }
}
