import type { ResourceIdentity } from '../../../schema/manifests.ts'
import { listObjects } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { isKubeError } from '../client/kube-error.ts'
import { isOwn } from '../client/owner.ts'
import type { SyncContext } from './sync-context.ts'

type Looked = Pick<ResourceIdentity, 'kind' | 'group' | 'name'>

/** Kinds whose deletion can take data with it. */
const holders: Record<string, string> = {
  'PersistentVolumeClaim.': 'holds data',
  'PersistentVolume.': 'holds data',
  'StatefulSet.apps': 'is stateful',
}

/** Whether {@link dataIn} has anything to look at. */
export function mayHoldData({ kind, group }: Looked): boolean {
  return (
    holders[`${kind}.${group}`] !== undefined ||
    (kind === 'Namespace' && group === '') ||
    (kind === 'CustomResourceDefinition' && group === 'apiextensions.k8s.io')
  )
}

const claims: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  namespaced: true,
}

interface Removing {
  /** Whether it is made again at once: the objects of a kind that are ours are lost then, too. */
  replacing: boolean
}

/** What would be lost with a resource of ours, in words; undefined when nothing would be. */
export async function dataIn(
  context: SyncContext,
  looked: Looked,
  removing: Removing = { replacing: false },
): Promise<string | undefined> {
  if (!mayHoldData(looked)) return undefined
  try {
    return await visibleDataIn(context, looked, removing)
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return `we may not see whether it holds data (${error.message})`
    throw error
  }
}

async function visibleDataIn(
  context: SyncContext,
  looked: Looked,
  { replacing }: Removing,
): Promise<string | undefined> {
  const { client } = context.cluster
  const { signal } = context
  if (looked.kind === 'Namespace') {
    const found = await listObjects(client, { type: claims, namespace: looked.name, signal, atMost: 500 })
    const living = found.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    if (living.length === 0) return undefined
    return living.length === 1
      ? 'a PersistentVolumeClaim in it holds data'
      : `${living.length} PersistentVolumeClaims in it hold data`
  }
  if (looked.kind === 'CustomResourceDefinition') {
    const type = await instancesOf(context, looked)
    if (type === undefined) return undefined
    const found = await listObjects(client, { type, namespace: '', signal, atMost: 500 })
    const lost = replacing ? found : found.filter((object) => !isOwn(object, context.owner))
    const whose = replacing ? '' : ' of others'
    if (lost.length === 0) return undefined
    return lost.length === 1
      ? `a ${type.kind}${whose} goes with it`
      : `${lost.length} ${type.kind} objects${whose} go with it`
  }
  return holders[`${looked.kind}.${looked.group}`]
}

async function instancesOf(context: SyncContext, { name }: Looked): Promise<ResourceType | undefined> {
  // Its name is <plural>.<group>, by the rules of the API.
  const dot = name.indexOf('.')
  return context.cluster.discovery.findPlural(name.slice(dot + 1), name.slice(0, dot))
}

/** A resource as people read it in a list of what would go. */
export function textOf({ kind, namespace, name }: Omit<ResourceIdentity, 'group'>): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`
}
