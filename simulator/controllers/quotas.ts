import { usageOf } from '../admission/quota.ts'
import type { ClusterContext } from '../context.ts'
import { equal, objectOf, setOwn, stringOf, type JsonObject } from '../json.ts'
import { getKind } from '../objects/stored.ts'
import type { StoreEvent } from '../storage/history.ts'
import { isDeleting, itself, keyOf, splitKey, type Controller } from './controller.ts'

/** Writes the usage of each quota to its status. */
export const quotaController: Controller = {
  name: 'resourcequota',
  watches: {
    resourcequotas: itself,
    ...Object.fromEntries(
      [
        'pods',
        'services',
        'configmaps',
        'secrets',
        'persistentvolumeclaims',
        'replicationcontrollers',
        'deployments.apps',
        'statefulsets.apps',
        'jobs.batch',
        'cronjobs.batch',
        'ingresses.networking.k8s.io',
        'replicasets.apps',
      ].map((resource) => [resource, quotasOfNamespace] as const),
    ),
  },
  async reconcile(key, { context, writes }) {
    const quota = getKind(context.store, 'resourcequotas', splitKey(key))
    if (quota === undefined || isDeleting(quota)) return
    const hard = objectOf(objectOf(quota['spec'])['hard'])
    const used: JsonObject = {}
    for (const name of Object.keys(hard)) setOwn(used, name, stringOf(usageOf(context, quota, name)))
    if (equal(objectOf(quota['status']), { hard, used })) return
    await writes.updateStatus(quota, (draft) => {
      draft['status'] = { hard, used }
    })
  },
}

function quotasOfNamespace({ object, type }: StoreEvent, { store }: ClusterContext): string[] {
  if (type === 'MODIFIED' && object.kind !== 'Pod') return []
  return store.list('resourcequotas', object.metadata.namespace).map(keyOf)
}
