import { parse, stringify } from 'yaml'
import { KubeconfigError, accessOf } from '../kube/access.ts'
import { ProviderBlocked, type RuntimeProvider } from './provider.ts'

/** Any cluster that exists already. It is used as it is and left alone when its runtime is deleted. */
export const kubeconfig: RuntimeProvider = {
  ensure: async ({ object, secrets }) => {
    const given = secrets['kubeconfig']
    if (given === undefined) {
      throw new ProviderBlocked(
        'NoKubeconfig',
        'spec.kubeconfig is missing: give the kubeconfig of the cluster.',
      )
    }
    const { context } = object.manifestSpec as { context?: string }
    try {
      accessOf(given, context)
    } catch (error) {
      if (error instanceof KubeconfigError) throw new ProviderBlocked('InvalidKubeconfig', error.message)
      throw error
    }
    if (context === undefined) return { kubeconfig: given }
    return { kubeconfig: stringify({ ...(parse(given) as object), 'current-context': context }) }
  },
  remove: async () => undefined,
}
