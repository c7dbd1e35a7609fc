import type { Manifest } from '../../schema/manifests.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { listPermitted, type Cluster } from '../kube/client/cluster.ts'
import { prepareResources } from '../kube/client/resource.ts'
import { syncResources, type SyncContext } from '../kube/apply/sync.ts'
import type { ReleaseInputs } from './helm-rendering.ts'
import { secretType } from './secrets.ts'

/*
 * Releases that Helm has installed. Helm records each revision in a Secret, and annotates the resources of the release:
 * https://helm.sh/docs/topics/advanced/#storage-backends
 */

type ReleaseName = Pick<ReleaseInputs, 'name' | 'namespace'>

/** Reports whether a resource belongs to a release of Helm. */
export function isOfRelease({ metadata }: KubeObject, { name, namespace }: ReleaseName): boolean {
  const { annotations = {} } = metadata
  return (
    annotations['meta.helm.sh/release-name'] === name &&
    annotations['meta.helm.sh/release-namespace'] === namespace
  )
}

/** Returns the records of a release, by which Helm finds it. */
export function findRelease(
  { client }: Cluster,
  { name, namespace }: ReleaseName,
  signal: AbortSignal,
): Promise<KubeObject[]> {
  return listPermitted(client, {
    type: secretType,
    namespace,
    labelSelector: `owner=helm,name=${name}`,
    signal,
  })
}

/** Reports whether a key is that of a record of the release: see {@link DesiredResource.key}. */
export function isReleaseRecord(key: string, { name, namespace }: ReleaseName): boolean {
  return key.startsWith(`Secret ${namespace}/sh.helm.release.v1.${name}.`)
}

/**
 * Relabels the records of a release, so that Helm no longer finds it, and takes them into the inventory, so that they
 * are deleted with the instance. Returns their number. The label `owner=helm` gives the release back to Helm.
 */
export async function adoptReleaseRecords(sync: SyncContext, release: ReleaseName): Promise<number> {
  const { cluster, owner, digestKey, signal } = sync
  const records = await findRelease(cluster, release, signal)
  const manifests = records.map(({ metadata: { name }, type }): Manifest => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: release.namespace, labels: { owner: 'qleetos' } },
    type,
  }))
  const { namespace } = release
  const { discovery } = cluster
  const { desired } = await prepareResources({ manifests, namespace, owner, discovery, digestKey })
  await syncResources({ ...sync, takesOver: () => true }, desired, { keeps: () => true })
  return records.length
}
