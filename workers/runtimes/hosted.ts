import { request as overHttp } from 'undici'
import { z } from 'zod'
import { KubeError } from '../kube/client/kube-error.ts'
import { ProviderBlocked, type ProviderSettings } from './provider.ts'

/* Clusters that the simulator process hosts, by requests to it. */

/** Returns the name of a hosted cluster: in project `default` that of the runtime, for readable kubeconfig contexts. */
export function hostedName({ name, projectName }: { name: string; projectName: string | null }): string {
  return projectName === null || projectName === 'default' ? name : `${projectName}.${name}`
}

/** What the simulator responds. */
export const HostedResponse = z.object({
  kubeconfig: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  reason: z.string().optional(),
})
export type HostedResponse = z.infer<typeof HostedResponse>

export interface HostedRequest {
  method: 'PUT' | 'DELETE'
  name: string
  signal: AbortSignal
  body?: object
}

/** Sends a request about a hosted cluster. Resolves with its status, also if the simulator refuses it. */
export async function requestHosted(
  { simulator }: ProviderSettings,
  { method, name, signal, body: given }: HostedRequest,
): Promise<{ statusCode: number; response: HostedResponse }> {
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
    ...(given === undefined ? {} : { body: JSON.stringify(given) }),
  }).catch((cause: unknown) => {
    throw new KubeError('unreachable', 'the simulator is unreachable', { cause })
  })
  const text = await body.text()
  const parsed = text === '' ? {} : parse(text)
  if (parsed === undefined) throw refused(statusCode, text)
  return { statusCode, response: parsed }
}

/** Returns the error for a response that a provider cannot use. */
export function refused(statusCode: number, text: string): KubeError {
  return new KubeError('serverError', `the simulator responded with ${statusCode}: ${text.slice(0, 300)}`)
}

function parse(text: string): HostedResponse | undefined {
  try {
    return HostedResponse.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
