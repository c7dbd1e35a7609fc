import { defaultContainerKey } from '../../schema/clusters/pods/default-container.ts'
import type { ObjectPod, PodContainer, PodsQuery } from '../../schema/cluster-queries.ts'
import { recordOf, recordsOf } from '../../schema/records.ts'
import { chunks } from '../../schema/chunks.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { containersOf } from './containers.ts'
import { podsOfObject } from './object-pods.ts'
import { inventoryOfObject, type QueryContext } from './query-context.ts'

/** The most pods of one response item, below the message size limit of the broker. */
const batchSize = 200

/** Yields the pods of an object, in the order of their names. */
export async function* listPods(
  { objectId, labelId = objectId }: PodsQuery,
  context: QueryContext,
): AsyncGenerator<readonly ObjectPod[]> {
  const entries = await inventoryOfObject(context.client, objectId)
  const found = [...(await podsOfObject(entries, labelId, context))].flatMap(([runtimeId, pods]) =>
    pods.map((pod) => describePod(runtimeId, pod)),
  )
  yield* chunks(
    found.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    batchSize,
  )
}

function describePod(runtimeId: string, pod: KubeObject): ObjectPod {
  const { name, namespace = '', annotations = {}, deletionTimestamp } = pod.metadata
  const declared = recordsOf(recordOf(pod['spec'])['containers'])
  const containers = containersOf(pod).map(({ container, state, restarts }): PodContainer => {
    const { image = '', ports } = declared.find((each) => each['name'] === container) ?? {}
    return { name: container, image: String(image), state, restarts, ports: portsOf(ports) }
  })
  const isDefault = (each: PodContainer): boolean => each.name === annotations[defaultContainerKey]
  const isReady = recordsOf(recordOf(pod['status'])['conditions']).some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  )
  return {
    runtimeId,
    namespace,
    name,
    isReady: isReady && deletionTimestamp === undefined,
    containers: containers.toSorted((one, other) => Number(isDefault(other)) - Number(isDefault(one))),
  }
}

function portsOf(ports: unknown): PodContainer['ports'] {
  return recordsOf(ports).map(({ name, containerPort, protocol }) => {
    return { name: String(name ?? ''), port: Number(containerPort), protocol: String(protocol ?? 'TCP') }
  })
}
