import { hostedName, refused, requestHosted } from './hosted.ts'
import type { RuntimeProvider } from './provider.ts'

/** Provides clusters that the simulator process hosts, with the Kubernetes API but without containers. */
export const simulated: RuntimeProvider = {
  isTrusted: true,
  ensure: async ({ object, assertHeld, signal }, settings) => {
    assertHeld()
    const name = hostedName(object)
    const { statusCode, response } = await requestHosted(settings, { method: 'PUT', name, signal })
    const { kubeconfig } = response
    if (statusCode >= 400 || kubeconfig === undefined)
      throw refused(statusCode, response.error ?? JSON.stringify(response))
    return { kubeconfig }
  },
  remove: async ({ object, assertHeld, signal }, settings) => {
    assertHeld()
    const name = hostedName(object)
    const { statusCode, response } = await requestHosted(settings, { method: 'DELETE', name, signal })
    if (statusCode >= 400 && statusCode !== 404) throw refused(statusCode, response.error ?? '')
    return 'gone'
  },
}
