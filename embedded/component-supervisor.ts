import { setTimeout as delay } from 'node:timers/promises'
import { backoff, pause } from '../schema/retry.ts'
import type { ExitStatus, Log } from '../process/children/child-process.ts'
import type { ProgressLine } from './progress.ts'

/** The components of a control plane in start order. They stop in reverse order. */
export const componentNames = ['postgres', 'nats', 'simulator', 'server', 'worker'] as const
export type ComponentName = (typeof componentNames)[number]

const titles: Readonly<Record<ComponentName, string>> = {
  postgres: 'Postgres',
  nats: 'NATS JetStream',
  simulator: 'Simulated Kubernetes',
  server: 'API server',
  worker: 'Worker',
}

interface RunningComponent {
  exited: Promise<ExitStatus>
  stop(): Promise<void>
}

interface Component<Running> {
  name: ComponentName
  start(): Promise<Running>
  /** Returns details for users once the component runs. */
  describe?: (running: Running) => string
}

export interface ComponentSupervisorOptions {
  report: (line: ProgressLine) => void
  log: Log
  /** Milliseconds before the first restart, with jitter; doubles with each failed attempt, up to ten seconds. @default 100 */
  firstBackoff?: number
}

/** Starts the components of a control plane, restarts those that exit unexpectedly, and stops them in order. */
export class ComponentSupervisor {
  readonly #options: Required<ComponentSupervisorOptions>
  /** Stop functions of the started components. */
  readonly #stops = new Map<ComponentName, () => Promise<void>>()
  readonly #starting = new Set<Promise<RunningComponent>>()
  readonly #stopping = new AbortController()

  constructor({ firstBackoff = 100, ...options }: ComponentSupervisorOptions) {
    this.#options = { firstBackoff, ...options }
  }

  /** Aborted by {@link stop}, so that components that are not ready yet stop as well. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** Starts a component and supervises it: restarts it after every unexpected exit until {@link stop} is called. */
  async start<Running extends RunningComponent>(component: Component<Running>): Promise<Running> {
    const { name, describe } = component
    this.#report(name, 'started')
    const first = await this.#begin(component)
    this.#report(name, 'done', describe?.(first))
    void this.#supervise(component, first)
    return first
  }

  /** Stops all components in reverse start order, first those that are not ready yet, and restarts none. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    // A download or the creation of a database does not stop at once, and the next start repeats it.
    await Promise.race([Promise.allSettled(this.#starting), delay(5000, undefined, { ref: false })])
    for (const name of componentNames.toReversed()) await this.#stops.get(name)?.()
  }

  /** Starts a component, and knows from then on how to stop it. */
  async #begin<Running extends RunningComponent>({ name, start }: Component<Running>): Promise<Running> {
    const starting = (async () => {
      const running = await start()
      this.#stops.set(name, () => running.stop())
      return running
    })()
    this.#starting.add(starting)
    return starting.finally(() => this.#starting.delete(starting))
  }

  async #supervise<Running extends RunningComponent>(
    component: Component<Running>,
    first: Running,
  ): Promise<void> {
    for (let running = first; ;) {
      const exit = await running.exited
      if (this.signal.aborted) return
      this.#options.log('component exited unexpectedly', { component: component.name, ...exit })
      const next = await this.#restart(component, exit)
      if (next === undefined) return
      running = next
    }
  }

  /** Retries with backoff until the component runs. Returns undefined if {@link stop} was called in the meantime. */
  async #restart<Running extends RunningComponent>(
    component: Component<Running>,
    { code, signal }: ExitStatus,
  ): Promise<Running | undefined> {
    const { name } = component
    for (let failures = 0; ;) {
      await pause(backoff(failures + 1, { first: this.#options.firstBackoff, cap: 10_000 }))
      if (this.signal.aborted) return undefined
      const startedAt = performance.now()
      try {
        const running = await this.#begin(component)
        this.#report(name, 'restarted', `had exited with ${signal ?? `code ${code}`}`)
        return running
      } catch (error) {
        failures = performance.now() - startedAt > 60_000 ? 0 : failures + 1
        this.#report(name, 'failed', error instanceof Error ? error.message : String(error))
      }
    }
  }

  #report(name: ComponentName, state: 'started' | 'done' | 'failed' | 'restarted', detail?: string): void {
    this.#options.report({
      step: name,
      title: titles[name],
      state,
      ...(detail === undefined ? {} : { detail }),
    })
  }
}
