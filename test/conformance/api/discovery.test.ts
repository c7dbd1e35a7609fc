import { expect, it } from 'vitest'
import { apiOf } from '../support/api.ts'
import { onEachTarget } from '../support/target.ts'

interface Resource {
  name: string
  kind: string
  namespaced: boolean
  verbs: string[]
  shortNames?: string[]
}

const every = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

onEachTarget('discovery', (target) => {
  it.each([
    ['/api/v1', 'configmaps', 'ConfigMap', true, ['cm']],
    ['/api/v1', 'namespaces', 'Namespace', false, ['ns']],
    ['/api/v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', true, ['pvc']],
    ['/api/v1', 'persistentvolumes', 'PersistentVolume', false, ['pv']],
    ['/api/v1', 'pods', 'Pod', true, ['po']],
    ['/api/v1', 'resourcequotas', 'ResourceQuota', true, ['quota']],
    ['/api/v1', 'secrets', 'Secret', true, undefined],
    ['/api/v1', 'serviceaccounts', 'ServiceAccount', true, ['sa']],
    ['/api/v1', 'services', 'Service', true, ['svc']],
    [
      '/apis/admissionregistration.k8s.io/v1',
      'validatingwebhookconfigurations',
      'ValidatingWebhookConfiguration',
      false,
      undefined,
    ],
    [
      '/apis/apiextensions.k8s.io/v1',
      'customresourcedefinitions',
      'CustomResourceDefinition',
      false,
      ['crd', 'crds'],
    ],
    ['/apis/apps/v1', 'daemonsets', 'DaemonSet', true, ['ds']],
    ['/apis/apps/v1', 'deployments', 'Deployment', true, ['deploy']],
    ['/apis/apps/v1', 'statefulsets', 'StatefulSet', true, ['sts']],
    ['/apis/autoscaling/v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', true, ['hpa']],
    ['/apis/batch/v1', 'cronjobs', 'CronJob', true, ['cj']],
    ['/apis/batch/v1', 'jobs', 'Job', true, undefined],
    ['/apis/networking.k8s.io/v1', 'ingresses', 'Ingress', true, ['ing']],
    ['/apis/networking.k8s.io/v1', 'networkpolicies', 'NetworkPolicy', true, ['netpol']],
    ['/apis/policy/v1', 'poddisruptionbudgets', 'PodDisruptionBudget', true, ['pdb']],
    ['/apis/rbac.authorization.k8s.io/v1', 'clusterroles', 'ClusterRole', false, undefined],
    ['/apis/scheduling.k8s.io/v1', 'priorityclasses', 'PriorityClass', false, ['pc']],
    ['/apis/storage.k8s.io/v1', 'storageclasses', 'StorageClass', false, ['sc']],
  ])('%s serves %s', async (path, name, kind, namespaced, shortNames) => {
    const { resources } = (await apiOf(target().client).get(path)) as unknown as { resources: Resource[] }
    const found = resources.find((each) => each.name === name)
    expect(found).toMatchObject({ kind, namespaced })
    expect(found?.shortNames).toEqual(shortNames)
    // Only namespaces cannot be deleted as a collection.
    const verbs = name === 'namespaces' ? every.filter((verb) => verb !== 'deletecollection') : every
    expect([...(found?.verbs ?? [])].sort()).toEqual(verbs)
  })

  it('lists the versions of each group, the preferred one first', async () => {
    const { groups } = (await apiOf(target().client).get('/apis')) as unknown as {
      groups: {
        name: string
        versions: { groupVersion: string }[]
        preferredVersion: { groupVersion: string }
      }[]
    }
    const autoscaling = groups.find(({ name }) => name === 'autoscaling')
    expect(autoscaling?.versions.map(({ groupVersion }) => groupVersion)).toEqual([
      'autoscaling/v2',
      'autoscaling/v1',
    ])
    expect(autoscaling?.preferredVersion.groupVersion).toBe('autoscaling/v2')
  })

  it('lists all groups in one response for clients that accept that', async () => {
    const { kind, items } = (await apiOf(target().client).get(
      '/apis',
      {},
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
    )) as unknown as { kind: string; items: { metadata: { name: string } }[] }
    expect(kind).toBe('APIGroupDiscoveryList')
    expect(items.map(({ metadata }) => metadata.name)).toContain('apps')
  })

  it.each(['/apis/nothing.example.com/v1', '/apis/apps/v9', '/api/v2'])(
    'serves nothing at %s',
    async (path) => {
      await expect(apiOf(target().client).get(path)).rejects.toMatchObject({ status: 404 })
    },
  )

  it('reports its version', async () => {
    expect(await apiOf(target().client).get('/version')).toMatchObject({
      gitVersion: expect.stringMatching(/^v1\.\d+\./),
    })
  })
})
