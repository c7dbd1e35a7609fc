import { z } from 'zod'
import type { KubeClient, KubeRequest } from './client.ts'
import { parseResponse } from './parse-response.ts'

/** The version response of an API server. Only a plausible version, for example `v1.34.1+k3s1`, may enter a status. */
const Version = z.object({ gitVersion: z.string().regex(/^v?\d+\.\d+[\w.+-]{0,60}$/) })

/** The timeout in milliseconds of a request whose only purpose is to see whether a cluster responds. */
export const versionTimeout = 8000

/** Returns the version of an API server. */
export async function serverVersion(
  client: KubeClient,
  options: Pick<KubeRequest, 'signal' | 'probe' | 'timeout'>,
): Promise<string> {
  const response = await client.request({ method: 'GET', path: '/version', ...options })
  return parseResponse(Version, response, client).gitVersion
}
