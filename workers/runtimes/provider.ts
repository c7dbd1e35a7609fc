import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/**
 * A provider of one type of cluster. A new provider is one file in this folder and one line in `index.ts`; see
 * `docs/guide/runtimes.md`.
 *
 * Both functions may be stopped at any await and run again from the start, also on another machine. `ensure` is called until the
 * deletion is requested: every ten minutes, and when the cluster does not respond or serves something else. An operation that takes
 * longer than a few seconds has to run in the background: it is started once, and the following calls check its progress.
 */
export interface RuntimeProvider {
  /**
   * Reports whether the address of the cluster comes from the operator or from the provider itself, and not from a user.
   * A trusted address is not restricted. @default false: {@link ClusterPolicy} applies
   */
  isTrusted?: boolean
  /**
   * Creates the cluster if it does not exist. An outcome says why that has to wait for another object. Throws ProviderBlocked when a
   * user or an operator has to act first.
   */
  ensure(
    context: ReconcileContext,
    settings: ProviderSettings,
  ): Promise<ProvidedCluster | InProgress | Outcome>
  /** Deletes the cluster. A cluster that is gone already is no error. */
  remove(context: ReconcileContext, settings: ProviderSettings): Promise<'gone' | InProgress>
}

/** The settings of providers, from the configuration of the worker. */
export interface ProviderSettings {
  /** Restricts the addresses of clusters that users configure. @default the default policy */
  policy?: ClusterPolicy
  simulator?: SimulatorAccess
  /** The credential plugins that kubeconfigs may use, each a program with its leading arguments. */
  execPlugins?: readonly (readonly string[])[]
  /** The service account of the worker's pod, if runtimes may use it. */
  serviceAccount?: { folder: string; host: string; port: string }
  /** The path of the kind program. @default kind */
  kindProgram?: string
}

export interface SimulatorAccess {
  url: string
  token: string
  /** Sends a request to the simulator. @default an HTTP request */
  request?: (
    url: string,
    options: {
      method: 'PUT' | 'DELETE'
      signal: AbortSignal
      headers: Record<string, string>
      body?: string
    },
  ) => Promise<{ statusCode: number; body: { text(): Promise<string> } }>
}

export interface ProvidedCluster {
  /** A kubeconfig that contains credentials and a current context. */
  kubeconfig: string
  /** The name that a cluster in a cloud has there. */
  clusterName?: string
  /** The network of a cluster in a cloud. */
  network?: { accountId: string; region: string; vpcId: string; subnets: string[] }
  /** Milliseconds after which `ensure` has to be called again, to renew credentials. @default 600000 */
  recheckAfter?: number
}

/** Milliseconds after which credentials are looked at again whose term only their issuer knows. */
export const renewalInterval = 30_000

/** The state of a cluster that is being created or deleted without a need for a user to act. */
export interface InProgress {
  reason: string
  /** A message for users, which stays the same as long as nothing changes. */
  message: string
}

/** Thrown when a cluster cannot be provided until a user or an operator acts. The message says what to do. */
export class ProviderBlocked extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}
