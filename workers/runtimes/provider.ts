import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/**
 * Provides clusters of one sort. A new provider is one file in this folder and one line in `index.ts`; `docs/runtimes.md`
 * says how.
 *
 * Both functions may be stopped at any await and run again from the start, also on another machine; `ensure` is called
 * every half minute for as long as the runtime is desired. What takes longer than a few seconds is started and left to
 * itself: the next call looks how far it is.
 */
export interface RuntimeProvider {
  /**
   * Whether the address of the cluster comes from the operator or from the provider itself, and not from a user: it may
   * be any then. @default false, as {@link ClusterPolicy} has it
   */
  isTrusted?: boolean
  /** Brings the cluster about. Throws ProviderBlocked when somebody has to do something first. */
  ensure(context: ReconcileContext, settings: ProviderSettings): Promise<ProvidedCluster | OnItsWay>
  /** Takes the cluster down; one that is gone already is fine. */
  remove(context: ReconcileContext, settings: ProviderSettings): Promise<'gone' | OnItsWay>
}

/** What providers need to know of the worker that they run in. */
export interface ProviderSettings {
  /** Where clusters of users may be. @default as where an operator has set nothing */
  policy?: ClusterPolicy
  simulator?: SimulatorAccess
  /** Programs, each with its first arguments, that kubeconfigs may name to get credentials. */
  execPlugins?: readonly (readonly string[])[]
  /** Where a pod finds its service account, when runtimes may use that of the worker. */
  serviceAccount?: { folder: string; host: string; port: string }
  /** The program of kind. @default kind */
  kindProgram?: string
}

export interface SimulatorAccess {
  url: string
  token: string
  /** Sends one request to the simulator. @default over HTTP */
  request?: (
    url: string,
    options: { method: 'PUT' | 'DELETE'; signal: AbortSignal; headers: Record<string, string> },
  ) => Promise<{ statusCode: number; body: { text(): Promise<string> } }>
}

export interface ProvidedCluster {
  /** With credentials inside and the context to use as its current one. */
  kubeconfig: string
}

/** The cluster is not there yet, or not gone yet, and nobody has to do anything. */
export interface OnItsWay {
  reason: string
  /** In words; the same as long as nothing changes. */
  message: string
}

/** Thrown when a cluster cannot be provided until somebody does something; the text says what. */
export class ProviderBlocked extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}
