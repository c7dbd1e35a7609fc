import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfirmRemovalDocument } from '../../../client-sdk/generated/documents.ts'
import { anyReference, type AnyObject } from '../../../client-sdk/index.ts'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import type { TestCluster } from '../../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
let plane: TestControlPlane
let cluster: TestCluster
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  ;({ plane, cluster } = started)
})
afterAll(() => started?.stop())

const configMap = (name: string, value = 'a'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {value: "${value}"}\n`

const deployment = (name: string, app = name): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: 2
  selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}}
    spec: {containers: [{name: app, image: "example.com/app:1"}]}
`

const claim = (name: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ${name}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`

async function apply(name: string, yamlDocument: string, spec: object = {}): Promise<void> {
  await plane.client.apply([
    { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name, spec: { definition: name, namespace: name, ...spec } },
  ])
}

async function deploy(name: string, yamlDocument: string, spec: object = {}): Promise<AnyObject> {
  await apply(name, yamlDocument, spec)
  return plane.ready('WorkloadInstance', name)
}

function outputsOf({ status }: AnyObject): Record<string, unknown> {
  return status.outputs
}

const until = (name: string, reason: string): Promise<AnyObject> =>
  plane.until('WorkloadInstance', name, ({ status }) => status.cause?.reason === reason)

async function value(path: string): Promise<unknown> {
  return (await cluster.get(path))?.['data']
}

async function reasons(name: string): Promise<string[]> {
  return (await plane.client.objects.events({ kind: 'WorkloadInstance', name })).map(({ reason }) => reason)
}

const at = (namespace: string, name: string): string => `/api/v1/namespaces/${namespace}/configmaps/${name}`
const deploymentAt = (namespace: string): string => `/apis/apps/v1/namespaces/${namespace}/deployments/web`

describe('drift', () => {
  it('is reported by field, with the desired value, the live value and the manager', async () => {
    await deploy('told', deployment('web'))
    await cluster.merge(deploymentAt('told'), {
      spec: { template: { spec: { containers: [{ name: 'app', image: 'example.com/other:9' }] } } },
    })
    const note = await eventually(async () =>
      (await plane.client.objects.events({ kind: 'WorkloadInstance', name: 'told' })).find(
        ({ reason }) => reason === 'DriftCorrected',
      ),
    )
    expect(note?.note).toBe(
      'Deployment.apps told/web: .spec.template.spec.containers[name=app].image was changed from ' +
        '"example.com/app:1" to "example.com/other:9" by somebody, and was reverted.',
    )
  })

  it('is only reported if the instance requests that', async () => {
    await deploy('reported', configMap('settings'), { drift: 'report' })
    await cluster.merge(at('reported', 'settings'), { data: { value: 'changed' } })
    const reported = await plane.until(
      'WorkloadInstance',
      'reported',
      (object) => 'drift' in outputsOf(object),
    )
    expect(reported.ready).toBe(true)
    expect(outputsOf(reported)['drift']).toEqual([
      {
        resource: 'ConfigMap reported/settings',
        field: '.data.value',
        desired: '"a"',
        found: '"changed"',
        manager: 'somebody',
      },
    ])
    expect(await value(at('reported', 'settings'))).toEqual({ value: 'changed' })
  })

  it('never reveals the contents of a Secret', async () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata: {name: keys}\nstringData: {password: "canary-1"}\n'
    await deploy('hidden', secret)
    await cluster.merge('/api/v1/namespaces/hidden/secrets/keys', {
      stringData: { password: 'canary-2' },
    })
    const note = await eventually(async () =>
      (await plane.client.objects.events({ kind: 'WorkloadInstance', name: 'hidden' })).find(
        ({ reason }) => reason === 'DriftCorrected',
      ),
    )
    expect(note?.note).toMatch(
      /\.data\.password was changed from \(secret [0-9a-f]{16}\) to \(secret [0-9a-f]{16}\)/,
    )
    const shown = JSON.stringify([note, await plane.ready('WorkloadInstance', 'hidden')])
    expect(shown).not.toMatch(/canary|Y2FuYXJ5/)
  })

  it('shows values of a Secret by placeholders that no other object has', async () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata: {name: keys}\nstringData: {password: "canary-1"}\n'
    const found: unknown[] = []
    for (const name of ['guarded', 'guessing']) {
      await deploy(name, secret, { drift: 'report' })
      await cluster.merge(`/api/v1/namespaces/${name}/secrets/keys`, {
        stringData: { password: 'canary-2' },
      })
      const { status } = await plane.until('WorkloadInstance', name, (object) => 'drift' in outputsOf(object))
      found.push(...(status.outputs['drift'] as unknown[]))
    }
    const shown = JSON.stringify(found).match(/\(secret [0-9a-f]{16}\)/g) ?? []
    expect(shown).toHaveLength(4)
    expect(new Set(shown).size).toBe(4)
  })
})

describe('fields of other managers', () => {
  it('leaves the replicas of a deployment to its autoscaler', async () => {
    const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 1
  maxReplicas: 9
`
    await deploy('scaled', `${deployment('web')}---\n${autoscaler}`)
    await cluster.merge(`${deploymentAt('scaled')}/scale`, { spec: { replicas: 5 } })
    await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name: 'scaled' })
    await plane.ready('WorkloadInstance', 'scaled')
    await deploy('scaled', `${deployment('web').replace('app:1', 'app:2')}---\n${autoscaler}`)
    expect(await cluster.get(deploymentAt('scaled'))).toMatchObject({ spec: { replicas: 5 } })
    expect(await reasons('scaled')).not.toContain('DriftCorrected')
  })

  it('ignores the differences that the instance lists', async () => {
    const ignoreDifferences = [{ kind: 'ConfigMap', fields: ['.data.value'] }]
    await deploy('ignored', configMap('settings'), { ignoreDifferences })
    await cluster.merge(at('ignored', 'settings'), { data: { value: 'theirs' } })
    const labelled = configMap('settings').replace('metadata: {', 'metadata: {labels: {a: b}, ')
    await apply('ignored', labelled, { ignoreDifferences })
    const labels = await eventually(async () => {
      const found = (await cluster.get(at('ignored', 'settings')))?.metadata.labels
      return found?.['a'] === undefined ? undefined : found
    })
    expect(labels).toMatchObject({ a: 'b' })
    expect(await value(at('ignored', 'settings'))).toEqual({ value: 'theirs' })
    expect(await reasons('ignored')).not.toContain('DriftCorrected')
  })

  it('takes nothing from the former manager of a resource, and names it', async () => {
    await cluster.client.request({
      method: 'POST',
      path: '/api/v1/namespaces/default/configmaps',
      query: { fieldManager: 'the-other-team' },
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs' }, data: { value: 'theirs' } },
    })
    await apply('conflicting', configMap('theirs'), { namespace: 'default' })
    const { status } = await until('conflicting', 'Conflict')
    expect(status.cause?.message).toContain('the-other-team')
    expect(status.cause?.message).toContain('.data.value')
    expect(await value(at('default', 'theirs'))).toEqual({ value: 'theirs' })
  })

  it('leaves resources that existed before, without our additions', async () => {
    await cluster.client.request({
      method: 'POST',
      path: '/api/v1/namespaces/default/configmaps',
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'precious' }, data: { kept: 'yes' } },
    })
    await deploy('adopting', configMap('precious'), { namespace: 'default' })
    expect(await value(at('default', 'precious'))).toEqual({ kept: 'yes', value: 'a' })
    expect(await reasons('adopting')).toContain('Adopted')
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'adopting' }])
    await plane.gone('WorkloadInstance', 'adopting')
    expect(await value(at('default', 'precious'))).toEqual({ kept: 'yes' })
    expect((await cluster.get(at('default', 'precious')))?.metadata.labels ?? {}).toEqual({})
  })
})

describe('a change of an immutable field', () => {
  it('is reported, with how to allow it', async () => {
    await deploy('fixed', deployment('web'))
    await apply('fixed', deployment('web', 'other'))
    const { status } = await until('fixed', 'Immutable')
    expect(status.cause?.message).toContain('field is immutable')
    expect(status.cause?.message).toContain('replace: true')
    expect(await cluster.get(deploymentAt('fixed'))).toMatchObject({
      spec: { selector: { matchLabels: { app: 'web' } } },
    })
  })

  it('replaces the resource if that is allowed', async () => {
    await deploy('replaced', deployment('web'), { replace: true })
    await apply('replaced', deployment('web', 'other'), { replace: true })
    const replaced = await eventually(async () => {
      const found = await cluster.get(deploymentAt('replaced'))
      return JSON.stringify(found?.['spec'] ?? null).includes('"matchLabels":{"app":"other"}')
        ? found
        : undefined
    })
    expect(replaced).toBeDefined()
    await plane.ready('WorkloadInstance', 'replaced')
    expect(await reasons('replaced')).toContain('Replaced')
  })

  it('deletes nothing if the new resource would be refused as well', async () => {
    await deploy('astray', deployment('web'), { replace: true })
    const before = await cluster.get(deploymentAt('astray'))
    const astray = deployment('web')
      .replace('matchLabels: {app: web}', 'matchLabels: {app: other}')
      // Otherwise the server refuses it at submit.
      .replace('{name: web}', '{name: web, annotations: {qleet.io/validate: none}}')
    await apply('astray', astray, { replace: true })
    const { status } = await until('astray', 'Invalid')
    expect(status.cause?.message).toContain('`selector` does not match template `labels`')
    expect((await cluster.get(deploymentAt('astray')))?.metadata).toMatchObject({ uid: before?.metadata.uid })
  })
})

describe('a resource that existed before', () => {
  it('is not deleted to be replaced either', async () => {
    await cluster.client.request({
      method: 'POST',
      path: '/api/v1/namespaces/default/configmaps',
      body: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'sealed' },
        data: { value: 'a' },
        immutable: true,
      },
    })
    const before = await cluster.get(at('default', 'sealed'))
    await deploy('sealed', configMap('sealed'), { namespace: 'default', replace: true })
    await apply('sealed', configMap('sealed', 'b'), { namespace: 'default', replace: true })
    const { status } = await until('sealed', 'Immutable')
    expect(status.cause?.message).toContain('the object existed before')
    expect((await cluster.get(at('default', 'sealed')))?.metadata.uid).toBe(before?.metadata.uid)
  })
})

describe('guard', () => {
  const confirm = (name: string, token = '') =>
    plane.client.execute(ConfirmRemovalDocument, {
      input: { target: anyReference({ kind: 'WorkloadInstance', name }), token },
    })

  it('keeps data until exactly that list is confirmed', async () => {
    await deploy('stateful', `${configMap('settings')}---\n${claim('data')}`)
    await apply('stateful', configMap('settings'))
    const { status, confirmation } = await until('stateful', 'AwaitingConfirmation')
    expect(status.phase).toBe('Blocked')
    expect(status.cause?.message).toContain('PersistentVolumeClaim stateful/data: holds data')
    expect(confirmation?.removals.map(({ text }) => text)).toEqual([
      'PersistentVolumeClaim stateful/data: holds data',
    ])
    await expect(confirm('stateful', 'wrong')).rejects.toMatchObject({ code: 'CONFLICT' })
    const path = '/api/v1/namespaces/stateful/persistentvolumeclaims/data'
    expect(await cluster.get(path)).toBeDefined()
    await confirm('stateful', confirmation?.token)
    await plane.ready('WorkloadInstance', 'stateful')
    expect(await cluster.get(path)).toBeUndefined()
    await expect(confirm('stateful', confirmation?.token)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('delays a deletion that would delete data, even undeclared data', async () => {
    await deploy('claims', configMap('settings'))
    await cluster.client.request({
      method: 'POST',
      path: '/api/v1/namespaces/claims/persistentvolumeclaims',
      body: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'made-by-somebody' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'claims' }])
    const { confirmation } = await until('claims', 'AwaitingConfirmation')
    expect(await cluster.get('/api/v1/namespaces/claims')).toBeDefined()
    await confirm('claims', confirmation?.token)
    await plane.gone('WorkloadInstance', 'claims')
  })

  const keptClaim = (name: string): string =>
    claim(name).replace('}', ', annotations: {helm.sh/resource-policy: keep}}')

  it('asks nothing about a namespace that stays with the claim that is kept in it', async () => {
    await deploy('keeping', keptClaim('data'))
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'keeping' }])
    await plane.gone('WorkloadInstance', 'keeping')
    const claims = '/api/v1/namespaces/keeping/persistentvolumeclaims'
    expect((await cluster.get(`${claims}/data`))?.metadata.deletionTimestamp).toBeUndefined()
    expect(await cluster.get('/api/v1/namespaces/keeping')).toMatchObject({ status: { phase: 'Active' } })
  })

  it('asks about a namespace with data in which others delete what was to be kept', async () => {
    await deploy('vanishing', `${keptClaim('old')}---\n${configMap('settings')}`)
    const claims = '/api/v1/namespaces/vanishing/persistentvolumeclaims'
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    await cluster.client.request({
      method: 'POST',
      path: claims,
      body: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'undeclared' }, spec },
    })
    await cluster.client.request({
      method: 'PATCH',
      path: `${claims}/old`,
      contentType: 'application/merge-patch+json',
      body: { metadata: { finalizers: ['example.com/hold'] } },
    })
    await cluster.delete(`${claims}/old`)
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'vanishing' }])
    const { confirmation } = await until('vanishing', 'AwaitingConfirmation')
    expect(confirmation?.removals.map(({ text }) => text)).toEqual([
      'Namespace vanishing: a PersistentVolumeClaim in it holds data',
    ])
    expect((await cluster.get(`${claims}/undeclared`))?.metadata.deletionTimestamp).toBeUndefined()
  })

  it('delays a replacement that would delete data, until that resource is confirmed', async () => {
    const claimOf = (mode: string): string => claim('data').replace('ReadWriteOnce', mode)
    const path = '/api/v1/namespaces/renewed/persistentvolumeclaims/data'
    const both = (mode: string): string => `${configMap('settings', mode)}---\n${claimOf(mode)}`
    const first = await deploy('renewed', both('ReadWriteOnce'), { replace: true })
    expect(first.confirmation ?? null).toBeNull()
    const before = await cluster.get(path)
    await apply('renewed', both('ReadWriteMany'), { replace: true })
    const { status, confirmation } = await until('renewed', 'AwaitingConfirmation')
    expect(status.phase).toBe('Blocked')
    expect(confirmation?.removals).toEqual([
      {
        id: before?.metadata.uid,
        text: 'PersistentVolumeClaim renewed/data: holds data, and would be recreated',
      },
    ])
    // Changes that affect no data were applied.
    expect(await value(at('renewed', 'settings'))).toEqual({ value: 'ReadWriteMany' })
    expect((await cluster.get(path))?.metadata.uid).toBe(before?.metadata.uid)
    await confirm('renewed', confirmation?.token)
    await plane.ready('WorkloadInstance', 'renewed')
    const after = await cluster.get(path)
    expect(after).toMatchObject({ spec: { accessModes: ['ReadWriteMany'] } })
    expect(after?.metadata.uid).not.toBe(before?.metadata.uid)
    // The confirmation was for the deleted resource.
    await apply('renewed', both('ReadOnlyMany'), { replace: true })
    await until('renewed', 'AwaitingConfirmation')
    expect((await cluster.get(path))?.metadata.uid).toBe(after?.metadata.uid)
  })

  it('replaces stateful resources at once if it is off', async () => {
    const stateful = (app: string): string => `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}}
    spec: {containers: [{name: app, image: "example.com/app:1"}]}
`
    const path = '/apis/apps/v1/namespaces/unguarded/statefulsets/db'
    const spec = { replace: true }
    await deploy('unguarded', stateful('one'), spec)
    await apply('unguarded', stateful('two'), spec)
    const { confirmation } = await until('unguarded', 'AwaitingConfirmation')
    expect(confirmation?.removals.map(({ text }) => text)).toEqual([
      'StatefulSet.apps unguarded/db: is stateful, and would be recreated',
    ])
    await apply('unguarded', stateful('two'), { ...spec, guard: 'off' })
    await plane.ready('WorkloadInstance', 'unguarded')
    expect(await cluster.get(path)).toMatchObject({ spec: { selector: { matchLabels: { app: 'two' } } } })
  })

  it('delays a prune of most of many resources, and allows it if the guard is off', async () => {
    const many = Array.from({ length: 12 }, (_, index) => configMap(`c${index}`))
    await deploy('many', many.join('---\n'))
    await apply('many', configMap('c0'))
    const { confirmation } = await until('many', 'AwaitingConfirmation')
    expect(confirmation?.removals).toHaveLength(11)
    await plane.client.workloadInstances.update({ name: 'many', input: { spec: { guard: 'OFF' } } })
    await plane.ready('WorkloadInstance', 'many')
    expect(await cluster.get(at('many', 'c5'))).toBeUndefined()
  })

  // Including its namespace, the workload has six resources.
  it.each([
    ['fewest', { count: 4 }, 4],
    ['share', { count: 2, percent: 30 }, 2],
    ['any', { always: 1 }, 1],
  ])("uses the instance's threshold for many resources: %s", async (name, guardThresholds, pruned) => {
    const texts = Array.from({ length: 5 }, (_, index) => configMap(`c${index}`))
    await deploy(name, texts.join('---\n'), { guardThresholds })
    await apply(name, texts.slice(pruned).join('---\n'), { guardThresholds })
    const { confirmation } = await until(name, 'AwaitingConfirmation')
    expect(confirmation?.removals).toHaveLength(pruned)
    await confirm(name, confirmation?.token)
    await plane.ready('WorkloadInstance', name)
    expect(await cluster.get(at(name, 'c0'))).toBeUndefined()
  })

  it('allows a prune below the thresholds of the instance', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => configMap(`c${index}`))
    await deploy('few', texts.join('---\n'), { guardThresholds: { count: 20 } })
    await apply('few', configMap('c0'), { guardThresholds: { count: 20 } })
    await eventually(async () => (await cluster.get(at('few', 'c5'))) === undefined || undefined)
    await plane.ready('WorkloadInstance', 'few')
  })
})
