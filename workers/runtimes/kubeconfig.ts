import { accessOf } from '../../schema/clusters/kubeconfig/access.ts'
import { chooseContext } from '../../schema/clusters/kubeconfig/context.ts'
import { KubeconfigError, readKubeconfig } from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { writeKubeconfig } from '../../schema/clusters/kubeconfig/write.ts'
import { defaultPolicy } from '../../schema/clusters/policy.ts'
import { resolveExec } from './exec-plugin.ts'
import { ProviderBlocked, renewalInterval, type RuntimeProvider } from './provider.ts'

/** Provides any existing cluster by its kubeconfig. The cluster itself is neither created nor deleted. */
export const kubeconfig: RuntimeProvider = {
  ensure: async ({ object, secrets, state, signal, log }, { policy = defaultPolicy, execPlugins = [] }) => {
    const given = secrets['kubeconfig']
    if (given === undefined) {
      throw new ProviderBlocked(
        'NoKubeconfig',
        'spec.kubeconfig is missing: set it to the kubeconfig of the cluster.',
      )
    }
    const { context } = object.manifestSpec as { context?: string }
    try {
      const chosen = withContext(given, context)
      const resolved = await resolveExec({
        kubeconfig: chosen,
        stored: secrets['accessKubeconfig'],
        isRefused: state['credentialsRefused'] === true,
        allowed: execPlugins,
        signal,
        log,
        policy,
      })
      accessOf(resolved, policy)
      // Only credentials of a plugin can be renewed.
      return { kubeconfig: resolved, ...(resolved === chosen ? {} : { recheckAfter: renewalInterval }) }
    } catch (error) {
      if (error instanceof KubeconfigError) throw new ProviderBlocked('InvalidKubeconfig', error.message)
      throw error
    }
  },
  remove: async () => 'gone',
}

/** Reduces the kubeconfig to the given context, which becomes its current one. */
function withContext(kubeconfig: string, context: string | undefined): string {
  return context === undefined
    ? kubeconfig
    : writeKubeconfig(chooseContext(readKubeconfig(kubeconfig), context))
}
