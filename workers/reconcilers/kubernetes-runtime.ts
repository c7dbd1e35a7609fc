import { spread } from '../../schema/retry.ts'
import { event } from '../../schema/status.ts'
import { z } from 'zod'
import { objectAs } from '../engine/start-reconcile.ts'
import { done, failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment, ReconcilerCaches } from '../environment.ts'
import type { KubeClient } from '../kube/client/client.ts'
import { expected } from '../kube/client/expected.ts'
import { awayPause, isDisconnected, isKubeError } from '../kube/client/kube-error.ts'
import { missingPermissions } from '../kube/client/permissions.ts'
import { providers } from '../runtimes/index.ts'
import { ProviderBlocked, type OnItsWay, type RuntimeProvider } from '../runtimes/provider.ts'
import { unreachableOutcome } from '../resources/runtime-access.ts'
import { removeAbandonedResources } from '../resources/abandoned-resources.ts'

/** Milliseconds between two looks at a cluster that answers. */
const checkEvery = 30_000
/** Milliseconds between two looks at one that is coming or going. */
const lookEvery = 3000
/** Milliseconds for which a cluster has time to tell its version. */
const patience = 8000

export const KubernetesRuntimeInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { name, provider } = providerOf(context)
    return explained(context, async () => {
      const provided = await provider.ensure(context, environment.providers)
      if (!('kubeconfig' in provided)) return onItsWay(provided)
      const { kubeconfig } = provided
      const cluster = environment.clusters.connect(context.object.id, kubeconfig, name)
      const { client } = cluster
      const version = await versionOf(client, context)
      context.remember({ credentialsRefused: undefined })
      const missing = await permissionsOf(client, context, environment.caches)
      const { isVerified } = client
      warnUnverified(context, isVerified)
      const left = await removeAbandonedResources(context, cluster)
      return done(describe({ server: client.server, version, missing, isVerified }), {
        outputs: {
          provider: name,
          apiEndpoint: client.server,
          kubernetesVersion: version,
          ...(missing.length === 0 ? {} : { missingPermissions: missing }),
        },
        // What is stored already need not be compared once more.
        ...(context.secrets['accessKubeconfig'] === kubeconfig
          ? {}
          : { secretOutputs: { accessKubeconfig: kubeconfig } }),
        recheckAfter: left > 0 ? 2000 : spread(checkEvery),
      })
    })
  },
  remove: async (context, environment) => {
    const { provider } = providerOf(context)
    return explained(context, async () => {
      const left = await provider.remove(context, environment.providers)
      if (left !== 'gone') return onItsWay(left)
      await environment.clusters.forget(context.object.id)
      return done('The cluster is gone.')
    })
  },
}

function providerOf({ object }: ReconcileContext): {
  name: keyof typeof providers
  provider: RuntimeProvider
} {
  const { provider } = objectAs(object, 'KubernetesRuntimeInstance').definition.spec
  return { name: provider, provider: providers[provider] }
}

/** Versions as they are built, for example `v1.34.1+k3s1`; any other text is not for a status. */
const Version = z.object({ gitVersion: z.string().regex(/^v?\d+\.\d+[\w.+-]{0,60}$/) })

/** A connection that fails once is tried once more: one lost packet is no reason to call everything in it unknown. */
async function versionOf(client: KubeClient, { object, signal }: ReconcileContext): Promise<string> {
  const ask = async (): Promise<string> => {
    const path = '/version'
    const answer = await client.request({ method: 'GET', path, signal, probe: true, timeout: patience })
    return expected(Version, answer, client).gitVersion
  }
  try {
    return await ask()
  } catch (error) {
    if (!isDisconnected(error) || object.status.phase === 'Unreachable') throw error
    return ask()
  }
}

/** Milliseconds for which what is allowed is believed. */
const permissionsTrust = 10 * 60_000

async function permissionsOf(
  client: KubeClient,
  { object, signal, tell }: ReconcileContext,
  { permissions }: ReconcilerCaches,
): Promise<string[]> {
  const known = permissions.get(client)
  if (known !== undefined && Date.now() - known.at < permissionsTrust) return known.missing
  const missing = await missingPermissions(client, signal)
  permissions.set(client, { at: Date.now(), missing })
  const { missingPermissions: before = [] } = object.status.outputs as { missingPermissions?: string[] }
  if (missing.length > 0 && missing.join() !== before.join())
    tell(event('Warning', 'MissingPermissions', needs(missing)))
  return missing
}

function needs(missing: readonly string[]): string {
  return `Workloads may need permissions that its credentials do not have: ${missing.join('; ')}.`
}

const unverified =
  'Its certificate is not verified (insecure-skip-tls-verify): whoever is on the way can be taken for it, and get its credentials.'

/** Told when it begins, and not with each look. */
function warnUnverified({ state, remember, tell }: ReconcileContext, isVerified: boolean): void {
  if (!isVerified && state['unverified'] !== true)
    tell(event('Warning', 'CertificateNotVerified', unverified))
  remember({ unverified: isVerified ? undefined : true })
}

interface Answers {
  server: string
  version: string
  missing: readonly string[]
  isVerified: boolean
}

function describe({ server, version, missing, isVerified }: Answers): string {
  const answers = `Kubernetes ${version} answers at ${server}.`
  return [
    answers,
    ...(isVerified ? [] : [unverified]),
    ...(missing.length === 0 ? [] : [needs(missing)]),
  ].join(' ')
}

function onItsWay({ reason, message }: OnItsWay): Outcome {
  return requeueAfter(lookEvery, { reason, message })
}

async function explained({ remember }: ReconcileContext, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderBlocked) {
      const { reason, message } = error
      return failed({ reason, message, blocked: true }, { retryable: false, retryAfter: checkEvery })
    }
    // A program that gives credentials is asked for new ones then, until some are taken.
    if (isKubeError(error, 'unauthenticated')) remember({ credentialsRefused: true })
    if (isKubeError(error, 'forbidden'))
      return failed(
        { reason: 'Forbidden', message: error.message, unreachable: true },
        { retryAfter: checkEvery },
      )
    if (isKubeError(error)) return unreachableOutcome(error, awayPause(error))
    throw error
  }
}
