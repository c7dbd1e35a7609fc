import { isMap, parseDocument } from 'yaml'
import { defaultPolicy } from '../../schema/clusters/policy.ts'
import { KubeconfigError, accessOf } from '../kube/client/access.ts'
import { resolveExec } from './exec-plugin.ts'
import { ProviderBlocked, type RuntimeProvider } from './provider.ts'

/** Any cluster that exists already. It is used as it is and left alone when its runtime is deleted. */
export const kubeconfig: RuntimeProvider = {
  ensure: async ({ object, secrets, signal, log }, { policy = defaultPolicy, execPlugins = [] }) => {
    const given = secrets['kubeconfig']
    if (given === undefined) {
      throw new ProviderBlocked(
        'NoKubeconfig',
        'spec.kubeconfig is missing: give the kubeconfig of the cluster.',
      )
    }
    const { context } = object.manifestSpec as { context?: string }
    try {
      const resolved = await resolveExec({
        kubeconfig: withContext(given, context),
        stored: secrets['accessKubeconfig'],
        isRefused: object.status.cause?.reason === 'CredentialsRefused',
        allowed: execPlugins,
        signal,
        log,
        policy,
      })
      accessOf(resolved, policy)
      return { kubeconfig: resolved }
    } catch (error) {
      if (error instanceof KubeconfigError) throw new ProviderBlocked('InvalidKubeconfig', error.message)
      throw error
    }
  },
  remove: async () => 'gone',
}

/** What is not YAML is left as it is: whoever reads it says what is wrong with it. */
function withContext(kubeconfig: string, context: string | undefined): string {
  if (context === undefined) return kubeconfig
  const document = parseDocument(kubeconfig)
  if (document.errors.length > 0 || !isMap(document.contents)) return kubeconfig
  document.set('current-context', context)
  return document.toString()
}
