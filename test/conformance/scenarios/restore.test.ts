import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FindOrphansDocument, type FindOrphansQuery } from '../../../client-sdk/generated/documents.ts'
import { anyReference } from '../../../client-sdk/index.ts'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { labels } from '../../../workers/kube/client/owner.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { loseDatabase } from '../../support/lose-database.ts'
import { cliOf } from '../../support/run-cli.ts'
import type { Api } from '../support/api.ts'
import { configMapText, deploymentText, together } from '../support/manifests.ts'
import { definitionOf, definitions } from '../support/objects.ts'
import { targetRuntime, onEachStage } from '../support/stage.ts'

const service = `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
`

const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices'

function workload(name: string, yamlDocument: string, namespace: string) {
  return [
    { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name, spec: { definition: name, namespace } },
  ]
}

/** Returns the fields that change when an object is written, recreated or rolled out. */
function stateOf({ metadata }: KubeObject): object {
  const { uid, resourceVersion, generation, labels: marked } = metadata
  return { uid, resourceVersion, generation, labels: marked }
}

async function exists(api: Api, path: string): Promise<boolean> {
  return api.get(path).then(
    () => true,
    () => false,
  )
}

type Orphans = NonNullable<FindOrphansQuery['result']>['nodes']

async function orphansOf(plane: TestControlPlane): Promise<Orphans> {
  const runtime = anyReference({ kind: 'KubernetesRuntimeInstance', name: 'target' })
  const { result } = await plane.client.execute(FindOrphansDocument, { runtime })
  return result?.nodes ?? []
}

async function idOf(plane: TestControlPlane, name: string): Promise<string | undefined> {
  return (await plane.client.objects.get({ kind: 'WorkloadInstance', name }))?.id
}

onEachStage('a cluster after a restore', (stage) => {
  let other: TestControlPlane
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'qleet-restore-'))
    other = await startControlPlane({ ownProcesses: true })
    await other.client.apply(targetRuntime(stage().target.kubeconfig))
    await other.ready('KubernetesRuntimeInstance', 'target')
  })
  afterAll(async () => {
    await other?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const pathOf = (namespace: string, plural: string, name = ''): string =>
    `${plural === 'deployments' || plural === 'replicasets' ? '/apis/apps/v1' : '/api/v1'}/namespaces/${stage().namespaceOf(namespace)}/${plural}/${name}`

  const statesOf = async (paths: readonly string[]): Promise<object> =>
    Object.fromEntries(
      await Promise.all(paths.map(async (path) => [path, stateOf(await stage().api.get(path))] as const)),
    )

  const uidsOf = async (path: string): Promise<string[]> => {
    const { items } = (await stage().api.get(path)) as unknown as { items: KubeObject[] }
    return items.map(({ metadata }) => metadata.uid ?? '').sort()
  }

  it('keeps resources of another control plane with the same kind, name and id', async () => {
    const { plane, apply, because, remove, gone, namespaceOf } = stage()
    const text = together(deploymentText('web'), configMapText('settings'), configMapText('extra'))
    await other.client.apply(workload('shared', text, namespaceOf('shared')))
    await other.ready('WorkloadInstance', 'shared')
    const paths = [
      pathOf('shared', 'deployments', 'web'),
      pathOf('shared', 'configmaps', 'settings'),
      pathOf('shared', 'configmaps', 'extra'),
    ]
    const before = await statesOf(paths.slice(1))

    await apply('shared', text.replace('value: "a"', 'value: "b"'))
    const { status } = await because('shared', 'OwnedByAnother')
    expect(await idOf(plane, 'shared')).toBe(await idOf(other, 'shared'))
    expect(status.cause?.message).toMatch(
      /already belongs to WorkloadInstance default\/shared of another control plane \([0-9a-f-]{36}\)/,
    )
    await apply('shared', together(deploymentText('web'), configMapText('settings')))
    await plane.until(
      'WorkloadInstance',
      'shared',
      ({ generation, observedGeneration }) => generation === observedGeneration,
    )
    await remove('shared')
    await gone('shared')
    expect(await statesOf(paths.slice(1))).toEqual(before)
    expect((await stage().api.get(paths[0] ?? '')).metadata.deletionTimestamp).toBeUndefined()
    expect(await orphansOf(plane)).toEqual([])
    await other.ready('WorkloadInstance', 'shared')
  })

  it('keeps resources that another control plane has adopted when their former owner is deleted', async () => {
    const { api, deploy, gone, remove, target } = stage()
    const namespace = await target.namespace()
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    await deploy('former', together(configMapText('taken'), configMapText('kept')), { namespace })
    await api.patch(`${path}/taken`, { metadata: { labels: { [labels.controlPlane]: 'another' } } })
    await stage().because('former', 'OwnedByAnother')
    await remove('former')
    await gone('former')
    await api.gone(`${path}/kept`)
    expect((await api.get(`${path}/taken`)).metadata.deletionTimestamp).toBeUndefined()
  })

  it('gets the labels of its owner if an earlier release has set none, and nothing restarts', async () => {
    const { api, deploy, plane, reasons } = stage()
    await deploy('earlier', together(deploymentText('web'), configMapText('settings')))
    const path = pathOf('earlier', 'deployments', 'web')
    const before = await api.get(path)
    const pods = await uidsOf(pathOf('earlier', 'pods'))
    const reported = await reasons('earlier')
    const none = { [labels.controlPlane]: null, [labels.kind]: null, [labels.project]: null }
    await api.patch(path, { metadata: { labels: none } })
    // The first reconcile only sees that the desired state is unchanged.
    const after = await eventually(async () => {
      await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name: 'earlier' })
      const found = await api.get(path)
      return found.metadata.labels?.[labels.controlPlane] === undefined ? undefined : found
    })
    expect(after?.metadata).toMatchObject({
      uid: before.metadata.uid,
      generation: before.metadata.generation,
      labels: before.metadata.labels,
    })
    expect(await uidsOf(pathOf('earlier', 'pods'))).toEqual(pods)
    expect(await reasons('earlier')).toEqual(reported)
  })

  it('is searched even while an aggregated API server is unavailable', async (context) => {
    const { api, plane, target } = stage()
    // Not every target aggregates other servers: those that do list their own APIs, too.
    if (!(await exists(api, `${apiServices}/v1.`))) return context.skip()
    const group = `absent.${target.prefix}.example.com`
    const path = `${apiServices}/v1.${group}`
    target.owned(path)
    await api.post(apiServices, {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `v1.${group}` },
      spec: {
        group,
        version: 'v1',
        groupPriorityMinimum: 1000,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { namespace: 'default', name: 'absent' },
      },
    })
    try {
      const listed = await eventually(async () => {
        const { groups } = (await api.get('/apis')) as unknown as { groups: { name: string }[] }
        return groups.find(({ name }) => name === group)
      })
      expect(listed).toBeDefined()
      await expect(api.get(`/apis/${group}/v1`)).rejects.toMatchObject({ status: 503 })
      expect(await orphansOf(plane)).toEqual([])
    } finally {
      // No namespace can be deleted while it exists.
      await api.delete(path)
    }
  })

  it('is readopted by its labels, and what is not readopted is listed', async () => {
    const { api, apply, deploy, plane, ready, reasons, target, namespaceOf } = stage()
    const file = join(folder, `${target.prefix}.backup`)
    const cli = cliOf(() => plane)
    const taken = await cli(['backup', file])
    expect(taken, taken.stderr).toMatchObject({ exit: 0 })

    const group = `late.${target.prefix}.example.com`
    const role = `${target.prefix}-late`
    target.owned(`${definitions}/gadgets.${group}`)
    target.owned(`/apis/rbac.authorization.k8s.io/v1/clusterroles/${role}`)
    const late = together(
      deploymentText('web', { replicas: 2 }),
      service,
      ...Array.from({ length: 6 }, (_, index) => configMapText(`settings-${index}`)),
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: ${role}}\nrules: []\n`,
      `${JSON.stringify(definitionOf({ group, kind: 'Gadget', schema: { type: 'object' } }))}\n`,
      `apiVersion: ${group}/v1\nkind: Gadget\nmetadata: {name: first}\n`,
    )
    await deploy('late', late)
    await deploy('leaving', configMapText('going'))
    await other.client.apply(workload('late', configMapText('settings-0'), namespaceOf('of-another')))
    await other.ready('WorkloadInstance', 'late')
    const theirs = await statesOf([pathOf('of-another', 'configmaps', 'settings-0')])

    const paths = [
      ...Array.from({ length: 6 }, (_, index) => pathOf('late', 'configmaps', `settings-${index}`)),
      pathOf('late', 'services', 'web'),
      `${definitions}/gadgets.${group}`,
      `/apis/${group}/v1/namespaces/${namespaceOf('late')}/gadgets/first`,
      `/apis/rbac.authorization.k8s.io/v1/clusterroles/${role}`,
    ]
    // Labels of a Service are copied to its Endpoints, which do not name their creator.
    await api.until(
      pathOf('late', 'endpoints', 'web'),
      ({ metadata }) => metadata.ownerReferences === undefined,
    )
    const before = await statesOf(paths)
    const running = [await uidsOf(pathOf('late', 'replicasets')), await uidsOf(pathOf('late', 'pods'))]
    const lateId = await idOf(plane, 'late')

    await loseDatabase(plane)
    const restored = await cli(['restore', file])
    expect(restored, restored.stderr).toMatchObject({ exit: 0 })
    await plane.ready('KubernetesRuntimeInstance', 'target')
    const going = pathOf('leaving', 'configmaps', 'going')
    await api.patch(going, { metadata: { finalizers: ['example.com/hold'] } })
    await api.delete(going)

    const orphans = await orphansOf(plane)
    expect(orphans.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      `ClusterRole ${role}`,
      ...Array.from({ length: 6 }, (_, index) => `ConfigMap settings-${index}`),
      `CustomResourceDefinition gadgets.${group}`,
      'Deployment web',
      'Gadget first',
      `Namespace ${namespaceOf('late')}`,
      `Namespace ${namespaceOf('leaving')}`,
      'Service web',
    ])
    expect(orphans.find(({ kind }) => kind === 'Deployment')).toMatchObject({
      namespace: namespaceOf('late'),
      objectId: lateId,
      objectKind: 'WorkloadInstance',
      objectProject: 'default',
      objectName: 'late',
    })
    await api.patch(going, { metadata: { finalizers: null } })

    await apply('late', late)
    await ready('late')
    expect(await reasons('late')).toContain('Readopted')
    expect(await statesOf(paths)).toEqual(before)
    expect([await uidsOf(pathOf('late', 'replicasets')), await uidsOf(pathOf('late', 'pods'))]).toEqual(
      running,
    )
    expect(await idOf(plane, 'late')).not.toBe(lateId)
    expect((await orphansOf(plane)).map(({ name }) => name)).toEqual([namespaceOf('leaving')])
    expect(await orphansOf(other)).toEqual([])
    expect(await statesOf([pathOf('of-another', 'configmaps', 'settings-0')])).toEqual(theirs)

    await deploy('late', late.replace('replicas: 2', 'replicas: 1').replace(service, ''))
    await api.gone(pathOf('late', 'services', 'web'))
    await stage().remove('late')
    await stage().gone('late')
    await api.gone(`/api/v1/namespaces/${namespaceOf('late')}`)
    expect(await statesOf([pathOf('of-another', 'configmaps', 'settings-0')])).toEqual(theirs)
  })
})
