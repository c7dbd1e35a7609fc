import { backoff, pause } from '../schema/retry.ts'
import type { ExitStatus, Log } from './child-process.ts'
import type { ProgressLine } from './progress.ts'

/** The parts of a control plane in the order in which they start. They stop in reverse. */
export const partNames = ['postgres', 'nats', 'simulator', 'server', 'worker'] as const
export type PartName = (typeof partNames)[number]

const titles: Readonly<Record<PartName, string>> = {
  postgres: 'Postgres',
  nats: 'NATS JetStream',
  simulator: 'Simulated Kubernetes',
  server: 'API server',
  worker: 'Worker',
}

interface RunningPart {
  exited: Promise<ExitStatus>
  stop(): Promise<void>
}

interface Part<Running> {
  name: PartName
  start(): Promise<Running>
  /** What users want to know of it once it runs. */
  describe?: (running: Running) => string
}

export interface KeptPartsOptions {
  tell: (line: ProgressLine) => void
  log: Log
  /** Milliseconds before the first try to start a part again, more or less; it doubles with each that fails, up to ten seconds. @default 100 */
  firstPause?: number
}

/** Starts the parts of a control plane, starts again what dies, and stops them in order. */
export class KeptParts {
  readonly #options: Required<KeptPartsOptions>
  /** How each part is stopped that has started. */
  readonly #stops = new Map<PartName, () => Promise<void>>()
  #isStopping = false

  constructor({ firstPause = 100, ...options }: KeptPartsOptions) {
    this.#options = { firstPause, ...options }
  }

  /** Starts a part and keeps it: when it dies it is started again, until all are stopped. */
  async keep<Running extends RunningPart>(part: Part<Running>): Promise<Running> {
    const { name, start, describe } = part
    this.#tell(name, 'started')
    const first = await start()
    this.#tell(name, 'done', describe?.(first))
    this.#stops.set(name, () => first.stop())
    void this.#keepRunning(part, first)
    return first
  }

  /** Stops all parts that run, the last to start first, and starts none again. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const name of partNames.toReversed()) await this.#stops.get(name)?.()
  }

  async #keepRunning<Running extends RunningPart>(part: Part<Running>, first: Running): Promise<void> {
    for (let running = first; ;) {
      const exit = await running.exited
      if (this.#isStopping) return
      this.#options.log('a part died', { part: part.name, ...exit })
      const next = await this.#startAgain(part, exit)
      if (next === undefined) return
      running = next
    }
  }

  /** Tries until it runs; undefined when all are stopped meanwhile. */
  async #startAgain<Running extends RunningPart>(
    { name, start }: Part<Running>,
    { code, signal }: ExitStatus,
  ): Promise<Running | undefined> {
    for (let failures = 0; ;) {
      await pause(backoff(failures + 1, { first: this.#options.firstPause, cap: 10_000 }))
      if (this.#isStopping) return undefined
      const startedAt = performance.now()
      try {
        const running = await start()
        this.#stops.set(name, () => running.stop())
        this.#tell(name, 'restarted', `had ended with ${signal ?? `code ${code}`}`)
        return running
      } catch (error) {
        failures = performance.now() - startedAt > 60_000 ? 0 : failures + 1
        this.#tell(name, 'failed', error instanceof Error ? error.message : String(error))
      }
    }
  }

  #tell(name: PartName, state: 'started' | 'done' | 'failed' | 'restarted', detail?: string): void {
    this.#options.tell({
      step: name,
      title: titles[name],
      state,
      ...(detail === undefined ? {} : { detail }),
    })
  }
}
