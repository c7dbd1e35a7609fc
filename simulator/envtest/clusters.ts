import { join } from 'node:path'
import type { Log } from '../context.ts'
import type { ControllerChoice } from './assets.ts'
import { EnvtestCluster } from './cluster.ts'

interface Options {
  dataDir: string
  log: Log
  /** The folder of the programs. */
  assets?: string | undefined
}

/** The clusters of real programs, by name. */
export class EnvtestClusters {
  readonly #options: Options
  readonly #clusters = new Map<string, EnvtestCluster>()
  readonly #removals = new Map<string, Promise<void>>()

  constructor(options: Options) {
    this.#options = options
  }

  all(): EnvtestCluster[] {
    return [...this.#clusters.values()]
  }

  get(name: string): EnvtestCluster | undefined {
    return this.#clusters.get(name)
  }

  /** Returns a cluster with the given controllers, which starts if it is new. */
  ensure(name: string, controllers?: ControllerChoice): EnvtestCluster {
    const known = this.#clusters.get(name)
    if (known !== undefined) {
      if (controllers !== undefined) known.use(controllers)
      return known
    }
    const { dataDir, log, assets } = this.#options
    const created = new EnvtestCluster({ name, folder: join(dataDir, name), assets, log }, controllers)
    this.#clusters.set(name, created)
    return created
  }

  isBeingRemoved(name: string): boolean {
    return this.#removals.has(name)
  }

  /** Starts the removal of a cluster, which takes seconds. */
  remove(cluster: EnvtestCluster): void {
    const { name } = cluster
    if (this.#removals.has(name)) return
    const removal = cluster.remove().finally(() => {
      this.#removals.delete(name)
      this.#clusters.delete(name)
    })
    this.#removals.set(name, removal)
  }

  async stop(): Promise<void> {
    await Promise.all([...this.all().map((each) => each.stop()), ...this.#removals.values()])
  }
}
