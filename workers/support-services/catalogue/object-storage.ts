import type { SupportServiceData } from './support-service-data.ts'

/** Minutes between checks of the quotas of buckets. */
const quotaInterval = 5

/** Scripts of the master: the defaults that concern buckets, and the quotas, which nothing else enforces. */
const maintenance = `[master.maintenance]
scripts = """
  lock
  s3.clean.uploads -timeAgo=24h
  unlock
  s3.bucket.quota.enforce -apply
"""
sleep_minutes = ${quotaInterval}
`

/**
 * SeaweedFS: https://github.com/seaweedfs/seaweedfs/wiki. By default, its data is in folders of the nodes, where a pod that
 * moves loses it, and claims cannot be added later: so they are claims from the first installation on.
 */
export const objectStorage: SupportServiceData = {
  software: 'SeaweedFS',
  chart: {
    repo: 'https://seaweedfs.github.io/seaweedfs/helm',
    name: 'seaweedfs',
    version: '4.44.0',
    digest: 'sha256:cf7741928657659424a7011a903f925bc1c480a00cb4c0a6df93da8feaaa9cf2',
  },
  namespace: 'seaweedfs',
  values: {
    master: {
      data: { type: 'persistentVolumeClaim', size: '1Gi' },
      logs: { type: 'emptyDir' },
      config: maintenance,
    },
    volume: {
      dataDirs: [{ name: 'data1', type: 'persistentVolumeClaim', size: '50Gi', maxVolumes: 0 }],
      // A hook that resizes claims; the engine applies them itself.
      resizeHook: { enabled: false },
    },
    filer: {
      data: { type: 'persistentVolumeClaim', size: '10Gi' },
      logs: { type: 'emptyDir' },
    },
    // Users and buckets are in the filer; the chart would generate keys in a hook.
    s3: { enabled: true, enableAuth: false, logs: { type: 'emptyDir' } },
  },
  recognition: {
    controllers: [{ 'app.kubernetes.io/name': 'seaweedfs', 'app.kubernetes.io/component': 's3' }],
    proofs: [],
  },
  preflight: [
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      presence: 'required',
      remedy: 'Install a storage class, which provides volumes.',
    },
  ],
  proofs: [],
  guard: 'off',
  upgradeNote: 'Its data stays in the claims. Buckets are not available while the servers restart.',
}
