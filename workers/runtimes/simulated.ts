import { request as overHttp } from 'undici'
import { z } from 'zod'
import { KubeError } from '../kube/client/kube-error.ts'
import { ProviderBlocked, type ProviderSettings, type RuntimeProvider } from './provider.ts'

const Hosted = z.object({ kubeconfig: z.string() })

/** Clusters that the simulator process hosts: real API, no containers. */
export const simulated: RuntimeProvider = {
  isTrusted: true,
  ensure: async ({ object, assertHeld, signal }, settings) => {
    assertHeld()
    const answer = await ask(settings, { method: 'PUT', name: hostedName(object), signal })
    return { kubeconfig: Hosted.parse(answer).kubeconfig }
  },
  remove: async ({ object, assertHeld, signal }, settings) => {
    assertHeld()
    await ask(settings, { method: 'DELETE', name: hostedName(object), signal })
    return 'gone'
  },
}

/** Runtimes of project `default` keep their name, so that contexts of kubeconfigs read well. */
function hostedName({ name, projectName }: { name: string; projectName: string | null }): string {
  return projectName === null || projectName === 'default' ? name : `${projectName}.${name}`
}

async function ask(
  { simulator }: ProviderSettings,
  { method, name, signal }: { method: 'PUT' | 'DELETE'; name: string; signal: AbortSignal },
): Promise<unknown> {
  if (simulator === undefined) {
    throw new ProviderBlocked(
      'NoSimulator',
      'This worker knows no simulator. Start one (qleetctl simulator) and set QLEET_SIMULATOR_URL and QLEET_SIMULATOR_TOKEN.',
    )
  }
  const { request = overHttp } = simulator
  const { statusCode, body } = await request(`${simulator.url}/clusters/${encodeURIComponent(name)}`, {
    method,
    signal,
    headers: { authorization: `Bearer ${simulator.token}` },
  }).catch((cause: unknown) => {
    throw new KubeError('unreachable', 'the simulator does not answer', { cause })
  })
  const text = await body.text()
  if (statusCode === 404 && method === 'DELETE') return undefined
  if (statusCode >= 400)
    throw new KubeError('serverError', `the simulator answered ${statusCode}: ${text.slice(0, 300)}`)
  return text === '' ? undefined : JSON.parse(text)
}
