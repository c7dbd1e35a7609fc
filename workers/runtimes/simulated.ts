import { request as overHttp } from 'undici'
import { z } from 'zod'
import { KubeError } from '../kube/client/kube-error.ts'
import { ProviderBlocked, type ProviderSettings, type RuntimeProvider } from './provider.ts'

const Hosted = z.object({ kubeconfig: z.string() })

/** Provides clusters that the simulator process hosts, with the Kubernetes API but without containers. */
export const simulated: RuntimeProvider = {
  isTrusted: true,
  ensure: async ({ object, assertHeld, signal }, settings) => {
    assertHeld()
    const response = await requestSimulator(settings, { method: 'PUT', name: hostedName(object), signal })
    return { kubeconfig: Hosted.parse(response).kubeconfig }
  },
  remove: async ({ object, assertHeld, signal }, settings) => {
    assertHeld()
    await requestSimulator(settings, { method: 'DELETE', name: hostedName(object), signal })
    return 'gone'
  },
}

/** Returns the name of a hosted cluster: in project `default` that of the runtime, for readable kubeconfig contexts. */
function hostedName({ name, projectName }: { name: string; projectName: string | null }): string {
  return projectName === null || projectName === 'default' ? name : `${projectName}.${name}`
}

async function requestSimulator(
  { simulator }: ProviderSettings,
  { method, name, signal }: { method: 'PUT' | 'DELETE'; name: string; signal: AbortSignal },
): Promise<unknown> {
  if (simulator === undefined) {
    throw new ProviderBlocked(
      'NoSimulator',
      'This worker has no simulator configured. Start one (qleetctl simulator) and set QLEET_SIMULATOR_URL and QLEET_SIMULATOR_TOKEN.',
    )
  }
  const { request = overHttp } = simulator
  const { statusCode, body } = await request(`${simulator.url}/clusters/${encodeURIComponent(name)}`, {
    method,
    signal,
    headers: { authorization: `Bearer ${simulator.token}` },
  }).catch((cause: unknown) => {
    throw new KubeError('unreachable', 'the simulator is unreachable', { cause })
  })
  const text = await body.text()
  if (statusCode === 404 && method === 'DELETE') return undefined
  if (statusCode >= 400)
    throw new KubeError('serverError', `the simulator responded with ${statusCode}: ${text.slice(0, 300)}`)
  return text === '' ? undefined : JSON.parse(text)
}
