import type { Log } from '../../telemetry/log.ts'
import { unlessAborted } from '../../process/unless-aborted.ts'
import { serverVersion, versionTimeout } from '../kube/client/server-version.ts'
import { servedState } from '../resources/cluster-schemas.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import type { Triggers } from './triggers.ts'
import type { WatchedRuntime } from './watched-runtime.ts'

/** The interval in milliseconds between checks of a cluster. */
const interval = 30_000

export interface ClusterCheckOptions {
  clusters: Pick<Clusters, 'of'>
  triggers: Pick<Triggers, 'object'>
  log: Log
  /** Aborts a running check. */
  signal: AbortSignal
}

/**
 * Checks every half minute whether a cluster that is ready still responds, and serves the same as before. Only when it does not, its
 * runtime is reconciled, which finds out what has changed. So a cluster that stays as it is costs no writes.
 */
export class ClusterCheck {
  readonly #options: ClusterCheckOptions
  #dueAt = performance.now() + Math.random() * interval
  /** What the cluster served at the last check. The first check triggers a reconcile, since what it served before is not known. */
  #served: string | undefined
  #running: Promise<void> | undefined

  constructor(options: ClusterCheckOptions) {
    this.#options = options
  }

  /** Starts a check if it is due. A cluster that is not ready is reconciled again anyway. */
  startIfDue(runtime: WatchedRuntime): void {
    if (runtime.readySince === null || this.#running !== undefined || performance.now() < this.#dueAt) return
    this.#dueAt = performance.now() + interval
    this.#running = this.#check(runtime).finally(() => (this.#running = undefined))
  }

  /** Resolves when no check is running. */
  async ended(): Promise<void> {
    await this.#running
  }

  async #check({ id, name, version }: WatchedRuntime): Promise<void> {
    const { clusters, log, signal, triggers } = this.#options
    try {
      const { client } = await unlessAborted(clusters.of(id, version), signal)
      const release = await serverVersion(client, { signal, timeout: versionTimeout })
      const served = JSON.stringify([release, await servedState(client, { signal, log })])
      if (served === this.#served) return
      this.#served = served
    } catch (error) {
      if (signal.aborted) return
      log.debug({ err: error, runtime: name }, 'the check of a cluster failed')
    }
    triggers.object(id, id)
  }
}
