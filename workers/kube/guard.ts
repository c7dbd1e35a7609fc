import type { ResourceIdentity } from '../../schema/manifests.ts'
import { listObjects } from './cluster.ts'
import type { ResourceType } from './discovery.ts'
import { isKubeError } from './kube-error.ts'
import { isOwn } from './owner.ts'
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

/** What would be lost with a resource of ours, in words; undefined when nothing would be. */
export async function dataIn(context: SyncContext, looked: Looked): Promise<string | undefined> {
  if (!mayHoldData(looked)) return undefined
  try {
    return await visibleDataIn(context, looked)
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return `we may not see whether it holds data (${error.message})`
    throw error
  }
}

async function visibleDataIn(context: SyncContext, looked: Looked): Promise<string | undefined> {
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
    const others = found.filter((object) => !isOwn(object, context.owner))
    if (others.length === 0) return undefined
    return others.length === 1
      ? `a ${type.kind} of others goes with it`
      : `${others.length} ${type.kind} objects of others go with it`
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
