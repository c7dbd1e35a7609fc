import { z } from 'zod'
import { defaultContainerKey } from '../../schema/clusters/pods/default-container.ts'
import type { PodAddress } from '../../schema/clusters/pods/pod-socket.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { Io } from '../terminal/io.ts'
import { getFromCluster } from './cluster-request.ts'

const Pod = z.object({
  metadata: z.object({ annotations: z.record(z.string(), z.string()).optional() }),
  spec: z.object({ containers: z.array(z.object({ name: z.string() })) }),
})

/**
 * Selects a container of a pod with several, as kubectl does: the annotated one, else the first. Returns undefined for a
 * pod with one container, which the API server selects itself, and if the pod cannot be read; the API server then
 * responds with an error that lists the containers.
 */
export async function defaultContainer(pod: PodAddress, io: Io): Promise<string | undefined> {
  const { metadata, spec } = (await read(pod, io.signal)) ?? { spec: { containers: [] } }
  const names = spec.containers.map(({ name }) => name)
  if (names.length < 2) return undefined
  const annotated = metadata?.annotations?.[defaultContainerKey]
  const chosen = names.find((name) => name === annotated) ?? names[0]
  io.stderr.write(
    `Defaulted container "${chosen}" out of: ${names.join(', ')}. Choose another: --container NAME\n`,
  )
  return chosen
}

async function read(
  { namespace, name, cluster }: PodAddress,
  signal: AbortSignal,
): Promise<z.infer<typeof Pod> | undefined> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`
  try {
    const { status, body } = await getFromCluster(cluster, path, signal)
    return status === 200 ? Pod.safeParse(body).data : undefined
  } catch (error) {
    if (isPlatformError(error)) return undefined
    throw error
  }
}
