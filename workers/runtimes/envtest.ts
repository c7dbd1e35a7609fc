import { KubernetesRuntimeDefinition } from '../../schema/kinds/kubernetes-runtime.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { KubeError } from '../kube/client/kube-error.ts'
import { hostedName, refused, requestHosted } from './hosted.ts'
import { ProviderBlocked, type RuntimeProvider } from './provider.ts'

/** Provides clusters of a real etcd and kube-apiserver, which the simulator process runs from a folder of programs. */
export const envtest: RuntimeProvider = {
  isTrusted: true,
  ensure: async (context, settings) => {
    const { object, assertHeld, signal } = context
    assertHeld()
    const { statusCode, response } = await requestHosted(settings, {
      method: 'PUT',
      name: hostedName(object),
      signal,
      body: { controllers: controllersOf(context) },
    })
    const { kubeconfig, reason, error = JSON.stringify(response), message = error } = response
    if (statusCode === 200 && kubeconfig !== undefined) return { kubeconfig }
    if (statusCode === 202) return { reason: 'Starting', message }
    if (statusCode === 409) throw new ProviderBlocked(reason ?? 'NameTaken', sentence(error))
    // The simulator starts it again.
    if (statusCode === 503) throw new KubeError('unreachable', error, { reason: 'ProgramFailed' })
    throw refused(statusCode, error)
  },
  remove: async ({ object, assertHeld, signal }, settings) => {
    assertHeld()
    const name = hostedName(object)
    const { statusCode, response } = await requestHosted(settings, { method: 'DELETE', name, signal })
    if (statusCode === 404) return 'gone'
    if (statusCode === 202)
      return { reason: 'Deleting', message: 'The programs of the cluster are being stopped.' }
    throw refused(statusCode, response.error ?? JSON.stringify(response))
  },
}

function controllersOf({ object }: ReconcileContext): string {
  const definition = referenced(objectAs(object, 'KubernetesRuntimeInstance').definition)
  return KubernetesRuntimeDefinition.spec.parse(definition.manifestSpec).controllers ?? 'simulated'
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
