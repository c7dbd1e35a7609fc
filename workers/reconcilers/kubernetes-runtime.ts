import { defined } from '../../schema/defined.ts'
import { spread } from '../../schema/retry.ts'
import { event } from '../../schema/status.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import { done, failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment, ReconcilerCaches } from '../environment.ts'
import type { KubeClient } from '../kube/client/client.ts'
import { unavailableRetryDelay, isDisconnected, isKubeError } from '../kube/client/kube-error.ts'
import { serverVersion, versionTimeout } from '../kube/client/server-version.ts'
import { missingPermissions } from '../kube/client/permissions.ts'
import { providerName, providers } from '../runtimes/index.ts'
import { ProviderBlocked, type InProgress, type RuntimeProvider } from '../runtimes/provider.ts'
import { unreachableOutcome } from '../resources/runtime-access.ts'
import { reportClusterSchemas } from '../resources/cluster-schemas.ts'
import { removeAbandonedResources } from '../resources/abandoned-resources.ts'

/**
 * The interval in milliseconds of reconciles of a reachable cluster. In between, the worker that watches the cluster checks it, and has
 * it reconciled when something has changed.
 */
const steadyInterval = 10 * 60_000
/** The interval in milliseconds of attempts that only an operator or another user can make succeed. */
const blockedInterval = 30_000
/** The interval in milliseconds between checks of a cluster that is being created or deleted. */
const progressInterval = 3000

export const KubernetesRuntimeInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { name, provider } = providerOf(context)
    return explainFailures(context, async () => {
      const provided = await provider.ensure(context, environment.providers)
      if ('outcome' in provided) return provided
      if (!('kubeconfig' in provided)) return inProgress(provided)
      const { kubeconfig, recheckAfter = steadyInterval, ...place } = provided
      const cluster = environment.clusters.connect(context.object.id, kubeconfig, name)
      const { client } = cluster
      const version = await versionOf(client, context)
      context.updateState({ credentialsRefused: undefined })
      const missing = await permissionsOf(client, context, environment.caches)
      await reportClusterSchemas(context, client, environment.caches)
      const { isVerified } = client
      warnUnverified(context, isVerified)
      const remaining = await removeAbandonedResources(context, cluster)
      return done(describe({ server: client.server, version, missing, isVerified }), {
        outputs: {
          provider: name,
          apiEndpoint: client.server,
          kubernetesVersion: version,
          ...defined(place),
          ...(missing.length === 0 ? {} : { missingPermissions: missing }),
        },
        // A kubeconfig that is stored already need not be written again.
        ...(context.secrets['accessKubeconfig'] === kubeconfig
          ? {}
          : { secretOutputs: { accessKubeconfig: kubeconfig } }),
        recheckAfter: remaining > 0 ? 2000 : spread(recheckAfter),
      })
    })
  },
  remove: async (context, environment) => {
    const { provider } = providerOf(context)
    return explainFailures(context, async () => {
      const removal = await provider.remove(context, environment.providers)
      if (removal !== 'gone') return inProgress(removal)
      await environment.clusters.evict(context.object.id)
      return done('The cluster is gone.')
    })
  },
}

function providerOf({ object }: ReconcileContext): {
  name: keyof typeof providers
  provider: RuntimeProvider
} {
  const name = providerName(referenced(objectAs(object, 'KubernetesRuntimeInstance').definition))
  return { name, provider: providers[name] }
}

/**
 * Returns the version of a cluster. One that responded to the last check is requested on an open connection, since most of a check is
 * the handshake of a new one. A failure there is confirmed on a new one, so that a lost packet or connection changes no status.
 */
async function versionOf(client: KubeClient, { object, signal }: ReconcileContext): Promise<string> {
  const probe = (): Promise<string> => serverVersion(client, { signal, probe: true, timeout: versionTimeout })
  if (object.status.phase === 'Unreachable') return probe()
  try {
    return await serverVersion(client, { signal, timeout: versionTimeout })
  } catch (error) {
    if (!isDisconnected(error)) throw error
    return probe()
  }
}

/** Milliseconds for which checked permissions are cached: less than between two reconciles. */
const permissionsTtl = 5 * 60_000

async function permissionsOf(
  client: KubeClient,
  { object, signal, recordEvent }: ReconcileContext,
  { permissions }: ReconcilerCaches,
): Promise<string[]> {
  const cached = permissions.get(client)
  if (cached !== undefined && Date.now() - cached.at < permissionsTtl) return cached.missing
  const missing = await missingPermissions(client, signal)
  permissions.set(client, { at: Date.now(), missing })
  const { missingPermissions: before = [] } = object.status.outputs as { missingPermissions?: string[] }
  if (missing.length > 0 && missing.join() !== before.join())
    recordEvent(event('Warning', 'MissingPermissions', describeMissing(missing)))
  return missing
}

function describeMissing(missing: readonly string[]): string {
  return `Workloads may need permissions that its credentials do not have: ${missing.join('; ')}.`
}

const unverified =
  'Its certificate is not verified (insecure-skip-tls-verify): anyone on the network path can impersonate it and obtain its credentials.'

/** Records a warning when verification is first found to be off, and not with each check. */
function warnUnverified({ state, updateState, recordEvent }: ReconcileContext, isVerified: boolean): void {
  if (!isVerified && state['unverified'] !== true)
    recordEvent(event('Warning', 'CertificateNotVerified', unverified))
  updateState({ unverified: isVerified ? undefined : true })
}

interface ClusterInfo {
  server: string
  version: string
  missing: readonly string[]
  isVerified: boolean
}

function describe({ server, version, missing, isVerified }: ClusterInfo): string {
  return [
    `Kubernetes ${version} is reachable at ${server}.`,
    ...(isVerified ? [] : [unverified]),
    ...(missing.length === 0 ? [] : [describeMissing(missing)]),
  ].join(' ')
}

function inProgress({ reason, message }: InProgress): Outcome {
  return requeueAfter(progressInterval, { reason, message })
}

async function explainFailures(
  { updateState }: ReconcileContext,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderBlocked) {
      const { reason, message } = error
      return failed({ reason, message, blocked: true }, { retryable: false, retryAfter: blockedInterval })
    }
    // Makes a credential plugin issue new credentials, until the cluster accepts some.
    if (isKubeError(error, 'unauthenticated')) updateState({ credentialsRefused: true })
    if (isKubeError(error, 'forbidden'))
      return failed(
        { reason: 'Forbidden', message: error.message, unreachable: true },
        { retryAfter: blockedInterval },
      )
    if (isKubeError(error)) return unreachableOutcome(error, unavailableRetryDelay(error))
    throw error
  }
}
