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
  #isStopping = false

  constructor({ firstBackoff = 100, ...options }: ComponentSupervisorOptions) {
    this.#options = { firstBackoff, ...options }
  }

  /** Starts a component and supervises it: restarts it after every unexpected exit until {@link stop} is called. */
  async start<Running extends RunningComponent>(component: Component<Running>): Promise<Running> {
    const { name, start, describe } = component
    this.#report(name, 'started')
    const first = await start()
    this.#report(name, 'done', describe?.(first))
    this.#stops.set(name, () => first.stop())
    void this.#supervise(component, first)
    return first
  }

  /** Stops all running components in reverse start order, and restarts none. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const name of componentNames.toReversed()) await this.#stops.get(name)?.()
  }

  async #supervise<Running extends RunningComponent>(
    component: Component<Running>,
    first: Running,
  ): Promise<void> {
    for (let running = first; ;) {
      const exit = await running.exited
      if (this.#isStopping) return
      this.#options.log('component exited unexpectedly', { component: component.name, ...exit })
      const next = await this.#restart(component, exit)
      if (next === undefined) return
      running = next
    }
  }

  /** Retries with backoff until the component runs. Returns undefined if {@link stop} was called in the meantime. */
  async #restart<Running extends RunningComponent>(
    { name, start }: Component<Running>,
    { code, signal }: ExitStatus,
  ): Promise<Running | undefined> {
    for (let failures = 0; ;) {
      await pause(backoff(failures + 1, { first: this.#options.firstBackoff, cap: 10_000 }))
      if (this.#isStopping) return undefined
      const startedAt = performance.now()
      try {
        const running = await start()
        this.#stops.set(name, () => running.stop())
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
