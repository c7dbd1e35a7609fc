import { z } from 'zod'
import type { MetricSample } from '../../schema/cluster-queries.ts'
import { parseQuantity } from '../../schema/kubernetes/quantity.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import { arrayOf } from '../kube/client/array-of.ts'
import { parseResponse } from '../kube/client/parse-response.ts'

/* Usage of CPU and memory from the metrics API: https://kubernetes.io/docs/reference/external-api/metrics.v1beta1/ */

const group = '/apis/metrics.k8s.io/v1beta1'

const Quantities = z.object({ cpu: z.string(), memory: z.string() })
const Metadata = z.object({ name: z.string() })
const PodList = z.object({
  items: arrayOf(
    z.object({
      metadata: Metadata,
      timestamp: z.string(),
      containers: arrayOf(z.object({ name: z.string(), usage: Quantities })),
    }),
  ),
})
const NodeList = z.object({
  items: arrayOf(z.object({ metadata: Metadata, timestamp: z.string(), usage: Quantities })),
})

/** The usage of a container. */
interface ContainerUsage {
  pod: string
  name: string
  current: MetricSample
}

/** Returns the usage of the containers in a namespace; undefined if the cluster has no metrics API. */
export async function containersIn(
  cluster: Cluster,
  namespace: string,
  signal: AbortSignal,
): Promise<ContainerUsage[] | undefined> {
  const { client } = cluster
  const body = await read(cluster, `${group}/namespaces/${namespace}/pods`, signal)
  if (body === undefined) return undefined
  return parseResponse(PodList, body, client).items.flatMap(({ metadata, timestamp, containers }) =>
    containers.map(({ name, usage }) => ({ pod: metadata.name, name, current: sampleOf(timestamp, usage) })),
  )
}

/** Returns the usage of the nodes; undefined if the cluster has no metrics API. */
export async function nodeUsage(
  cluster: Cluster,
  signal: AbortSignal,
): Promise<{ name: string; current: MetricSample }[] | undefined> {
  const body = await read(cluster, `${group}/nodes`, signal)
  if (body === undefined) return undefined
  return parseResponse(NodeList, body, cluster.client).items.map(({ metadata, timestamp, usage }) => {
    return { name: metadata.name, current: sampleOf(timestamp, usage) }
  })
}

/** Reads from the metrics API. One whose server is away answers 503, as an API server does that is not ready. */
async function read({ client }: Cluster, path: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await client.request({ method: 'GET', path, signal })
  } catch (error) {
    if (isKubeError(error) && (error.status === 404 || error.status === 503)) return undefined
    throw error
  }
}

function sampleOf(timestamp: string, { cpu, memory }: z.infer<typeof Quantities>): MetricSample {
  return {
    time: new Date(timestamp).toISOString(),
    cpu: parseQuantity(cpu),
    memory: parseQuantity(memory),
  }
}
