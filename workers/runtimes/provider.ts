import type { ReconcileContext } from '../engine/reconciler.ts'

/**
 * Provides clusters of one sort. A new provider is one file in this folder and one line in `index.ts`.
 *
 * Both functions may be stopped at any await and run again from the start; `ensure` is called every half minute for as
 * long as the runtime is wanted.
 */
export interface RuntimeProvider {
  /** Brings the cluster about, or waits for it. */
  ensure(context: ReconcileContext, settings: ProviderSettings): Promise<ProvidedCluster>
  /** Takes the cluster down; one that is gone already is fine. Resolves when it is gone. */
  remove(context: ReconcileContext, settings: ProviderSettings): Promise<void>
}

/** What providers need to know of the worker that they run in. */
export interface ProviderSettings {
  simulator?: { url: string; token: string }
}

export interface ProvidedCluster {
  /** With credentials inside and the context to use as its current one. */
  kubeconfig: string
}

/** Thrown when a cluster cannot be provided until somebody does something; the text says what. */
export class ProviderBlocked extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}
