import { dataHolders } from '../../../schema/data-holders.ts'
import type { ResourceIdentity } from '../../../schema/manifests.ts'
import { listObjects } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { isKubeError } from '../client/kube-error.ts'
import { isOwn } from '../client/owner.ts'
import { mayHoldData } from './deletable.ts'
import type { SyncContext } from './sync-context.ts'

type Target = Pick<ResourceIdentity, 'kind' | 'group' | 'name'>

const claims: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  namespaced: true,
}

interface RemovalMode {
  /** The resource is recreated at once. Replacing a CRD also deletes the objects of the kind that are ours. */
  replacing: boolean
}

/** Describes the data that a removal of the resource would delete; undefined if there is none. */
export async function dataLossOf(
  context: SyncContext,
  target: Target,
  mode: RemovalMode = { replacing: false },
): Promise<string | undefined> {
  if (!mayHoldData(target)) return undefined
  try {
    return await visibleDataLossOf(context, target, mode)
  } catch (error) {
    if (isKubeError(error, 'forbidden'))
      return `QleetOS is not allowed to check whether it holds data (${error.message})`
    throw error
  }
}

async function visibleDataLossOf(
  context: SyncContext,
  target: Target,
  { replacing }: RemovalMode,
): Promise<string | undefined> {
  const { client } = context.cluster
  const { signal } = context
  if (target.kind === 'Namespace') {
    const found = await listObjects(client, { type: claims, namespace: target.name, signal, atMost: 500 })
    const active = found.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    if (active.length === 0) return undefined
    return active.length === 1
      ? 'a PersistentVolumeClaim in it holds data'
      : `${active.length} PersistentVolumeClaims in it hold data`
  }
  if (target.kind === 'CustomResourceDefinition') {
    const type = await definedType(context, target)
    if (type === undefined) return undefined
    const found = await listObjects(client, { type, namespace: '', signal, atMost: 500 })
    const lost = replacing ? found : found.filter((object) => !isOwn(object, context.owner))
    const whose = replacing ? '' : ' of other owners'
    if (lost.length === 0) return undefined
    return lost.length === 1
      ? `a ${type.kind}${whose} is deleted with it`
      : `${lost.length} ${type.kind} objects${whose} are deleted with it`
  }
  return dataHolders[`${target.kind}.${target.group}`]
}

/** Returns the kind that a CustomResourceDefinition defines. */
async function definedType(context: SyncContext, { name }: Target): Promise<ResourceType | undefined> {
  // The API requires the name of a CRD to be <plural>.<group>.
  const dot = name.indexOf('.')
  return context.cluster.discovery.findPlural(name.slice(dot + 1), name.slice(0, dot))
}
