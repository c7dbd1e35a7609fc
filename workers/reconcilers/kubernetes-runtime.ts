import { z } from 'zod'
import { RuntimeProviderDocument } from '../../client-sdk/generated/documents.ts'
import { done, failed, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import { sweepLeftovers } from './leftovers.ts'
import { isKubeError } from '../kube/kube-error.ts'
import { providers } from '../runtimes/index.ts'
import { ProviderBlocked, type RuntimeProvider } from '../runtimes/provider.ts'

/** Milliseconds between two looks at a cluster that answers. */
const checkEvery = 30_000

const Version = z.object({ gitVersion: z.string() })

export const KubernetesRuntimeInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { name, provider } = await providerOf(context)
    return explained(async () => {
      const { kubeconfig } = await provider.ensure(context, environment.providers)
      const cluster = environment.clusters.connect(context.object.id, kubeconfig)
      const { client } = cluster
      const answer = await client.request({ method: 'GET', path: '/version', signal: context.signal })
      const { gitVersion } = Version.parse(answer)
      const left = await sweepLeftovers(context, cluster)
      return done(`Kubernetes ${gitVersion} answers at ${client.server}.`, {
        outputs: { provider: name, apiEndpoint: client.server, kubernetesVersion: gitVersion },
        secretOutputs: { accessKubeconfig: kubeconfig },
        recheckAfter: left > 0 ? 2000 : checkEvery * (0.9 + Math.random() / 5),
      })
    })
  },
  remove: async (context, environment) => {
    const { provider } = await providerOf(context)
    return explained(async () => {
      await provider.remove(context, environment.providers)
      return done('The cluster is gone.')
    })
  },
}

async function providerOf({
  client,
  object,
}: ReconcileContext): Promise<{ name: string; provider: RuntimeProvider }> {
  const { result } = await client.execute(RuntimeProviderDocument, { id: object.id })
  if (result === null) throw new Error(`runtime ${object.id} is gone`)
  const { provider } = result.definition.spec
  return { name: provider, provider: providers[provider] }
}

async function explained(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderBlocked) {
      return failed({ reason: error.reason, message: error.message, blocked: true }, { retryable: false })
    }
    if (isKubeError(error)) {
      return failed({
        reason: reasons[error.failure] ?? 'Unreachable',
        message: error.message,
        unreachable: true,
      })
    }
    throw error
  }
}

const reasons: Partial<Record<string, string>> = {
  untrusted: 'NotTrusted',
  unauthenticated: 'CredentialsRefused',
  forbidden: 'Forbidden',
  throttled: 'Throttled',
  serverError: 'ServerError',
}
