import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { configMap, definitionOf, definitions } from '../support/objects.ts'
import { configMapText, deploymentText, together } from '../support/manifests.ts'
import { onEachStage } from '../support/stage.ts'
import { startWebhookServer, type WebhookServer } from '../support/webhook-server.ts'

let webhook: WebhookServer
beforeAll(async () => {
  webhook = await startWebhookServer()
})
afterAll(() => webhook?.stop())

const claim = (name: string): string =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: ${name}}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n`

onEachStage('a refusal', (stage) => {
  const deployment = (name: string): string =>
    `/apis/apps/v1/namespaces/${stage().namespaceOf(name)}/deployments/web`

  it('of a change of an immutable field is reported, and nothing is replaced', async () => {
    const { deploy, apply, because, api } = stage()
    await deploy('fixed', deploymentText('web'))
    const { metadata } = await api.get(deployment('fixed'))
    await apply('fixed', deploymentText('web', { app: 'other' }))
    const { status } = await because('fixed', 'Immutable')
    expect(status.cause?.message).toContain('field is immutable')
    expect(status.cause?.message).toContain('replace: true')
    expect((await api.get(deployment('fixed'))).metadata.uid).toBe(metadata.uid)
  })

  it('of another pod template of a Job names the field without its whole value, and ends the wait at once', async () => {
    const { deploy, apply, plane } = stage()
    const job = (args: string): string =>
      `apiVersion: batch/v1\nkind: Job\nmetadata: {name: run}\nspec:\n  template:\n    spec:\n      restartPolicy: Never\n      containers: [{name: run, image: "registry.k8s.io/pause:3.10", args: [${args}]}]\n`
    await deploy('job', job('one'))
    await apply('job', job('two'))
    const { status } = await plane.until('WorkloadInstance', 'job', (object) =>
      object.status.conditions.some(({ type }) => type === 'Stalled'),
    )
    expect(status.cause?.message).toMatch(
      /^Job\.batch \S+\/run: Job\.batch "run" is invalid: spec\.template: Invalid value: \{…\}: field is immutable: the change needs a replacement/,
    )
    const stalled = status.conditions.find(({ type }) => type === 'Stalled')?.lastTransitionTime ?? ''
    expect(Date.parse(stalled) - Date.parse(status.cause?.since ?? '')).toBeLessThan(20_000)
  })

  it('leads to a replacement if that is allowed', async () => {
    const { deploy, api } = stage()
    await deploy('replaced', deploymentText('web'), { replace: true })
    const { metadata } = await api.get(deployment('replaced'))
    await deploy('replaced', deploymentText('web', { app: 'other' }), { replace: true })
    const replaced = await api.until(deployment('replaced'), (object) => object.metadata.uid !== metadata.uid)
    expect(replaced).toMatchObject({ spec: { selector: { matchLabels: { app: 'other' } } } })
  })

  it('of a Service that is to be headless no longer is reported, and a replacement gives it an address', async () => {
    const { deploy, apply, because, ready, api, namespaceOf } = stage()
    const service = (address = ''): string =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {${address}selector: {app: web}, ports: [{port: 80}]}\n`
    const path = `/api/v1/namespaces/${namespaceOf('headless')}/services/web`
    await deploy('headless', service('clusterIP: None, '))
    await apply('headless', service())
    const { status } = await because('headless', 'Immutable')
    expect(status.cause?.message).toContain(
      'spec.clusterIP: the Service is headless in the cluster, and remains so although clusterIP: None is no longer declared: ',
    )
    expect(status.cause?.message).toContain('or declare clusterIP: None again')
    expect(await api.get(path)).toMatchObject({ spec: { clusterIP: 'None' } })
    await apply('headless', service(), { replace: true })
    await ready('headless')
    const { clusterIP } = (await api.get(path))['spec'] as { clusterIP: string }
    expect(clusterIP).toMatch(/^[\d.]+$/)
  })

  it('of a namespace that others are deleting names what it waits for, and ends when it is gone', async () => {
    const { apply, because, ready, api, namespaceOf } = stage()
    const namespace = namespaceOf('ending')
    const maps = `/api/v1/namespaces/${namespace}/configmaps`
    await api.post('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    })
    await api.post(maps, configMap('held', {}, { finalizers: ['example.com/hold'] }))
    await api.delete(`/api/v1/namespaces/${namespace}`)
    await apply('ending', configMapText('settings'))
    const { status } = await because('ending', 'NamespaceTerminating')
    expect(status.cause?.message).toMatch(
      new RegExp(
        `^Namespace ${namespace}: has been terminating since .*; it and what is desired in it are created once it is gone`,
      ),
    )
    const { cause } = (
      await stage().plane.until(
        'WorkloadInstance',
        'ending',
        (object) => object.status.cause?.message.includes('example.com/hold') === true,
      )
    ).status
    expect(cause?.message).toContain('finalizers remaining: example.com/hold')
    await api.patch(`${maps}/held`, { metadata: { finalizers: null } })
    await ready('ending')
    expect(await api.get(`${maps}/settings`)).toMatchObject({ data: { value: 'a' } })
  })

  it('by the guard keeps data until exactly that list is confirmed', async (context) => {
    if (!(await stage().target.hasStorage())) return context.skip()
    const { deploy, apply, because, confirm, ready, api, namespaceOf } = stage()
    await deploy('guarded', together(configMapText('settings'), claim('data')))
    await apply('guarded', configMapText('settings'))
    const { confirmation } = await because('guarded', 'AwaitingConfirmation')
    const path = `/api/v1/namespaces/${namespaceOf('guarded')}/persistentvolumeclaims/data`
    expect((await api.get(path)).metadata.deletionTimestamp).toBeUndefined()
    await expect(confirm('guarded', 'wrong')).rejects.toMatchObject({ code: 'CONFLICT' })
    await confirm('guarded', confirmation?.token ?? '')
    await ready('guarded')
    await api.gone(path)
  })

  it('by the guard keeps a stateful resource from being replaced until that one is confirmed', async () => {
    const { deploy, apply, because, confirm, ready, api, namespaceOf } = stage()
    const stateful = (app: string): string =>
      deploymentText('db', { app })
        .replace('Deployment', 'StatefulSet')
        .replace('spec:', 'spec:\n  serviceName: db')
    const path = `/apis/apps/v1/namespaces/${namespaceOf('anew')}/statefulsets/db`
    await deploy('anew', stateful('one'), { replace: true })
    const { metadata } = await api.get(path)
    await apply('anew', stateful('two'), { replace: true })
    const { confirmation } = await because('anew', 'AwaitingConfirmation')
    expect(confirmation?.removals.map(({ id }) => id)).toEqual([metadata.uid])
    expect((await api.get(path)).metadata.deletionTimestamp).toBeUndefined()
    await confirm('anew', confirmation?.token ?? '')
    await ready('anew')
    const replaced = await api.get(path)
    expect(replaced.metadata.uid).not.toBe(metadata.uid)
    expect(replaced).toMatchObject({ spec: { selector: { matchLabels: { app: 'two' } } } })
  })

  it('by the guard keeps a claim from being replaced, too', async (context) => {
    if (!(await stage().target.hasStorage())) return context.skip()
    const { deploy, apply, because, confirm, ready, api, namespaceOf } = stage()
    const path = `/api/v1/namespaces/${namespaceOf('claim')}/persistentvolumeclaims/data`
    await deploy('claim', claim('data'), { replace: true })
    const { metadata } = await api.get(path)
    await apply('claim', claim('data').replace('ReadWriteOnce', 'ReadWriteMany'), { replace: true })
    const { confirmation } = await because('claim', 'AwaitingConfirmation')
    expect(confirmation?.removals.map(({ id }) => id)).toEqual([metadata.uid])
    expect((await api.get(path)).metadata.uid).toBe(metadata.uid)
    await confirm('claim', confirmation?.token ?? '')
    await ready('claim')
    expect(await api.get(path)).toMatchObject({ spec: { accessModes: ['ReadWriteMany'] } })
  })

  it('of a claim that shrinks explains what a replacement means, and ends once that is confirmed', async (context) => {
    if (!(await stage().target.hasStorage())) return context.skip()
    const { deploy, apply, because, confirm, ready, api, namespaceOf } = stage()
    const path = `/api/v1/namespaces/${namespaceOf('shrunk')}/persistentvolumeclaims/data`
    const big = claim('data').replace('1Gi', '2Gi')
    await deploy('shrunk', big)
    await apply('shrunk', claim('data'))
    const { status } = await because('shrunk', 'Immutable')
    expect(status.cause?.message).toContain('field can not be less than status.capacity')
    expect(status.cause?.message).toContain('its data unless the volume is retained')
    expect(await api.get(path)).toMatchObject({ spec: { resources: { requests: { storage: '2Gi' } } } })
    await apply('shrunk', claim('data'), { replace: true })
    const { confirmation } = await because('shrunk', 'AwaitingConfirmation')
    await confirm('shrunk', confirmation?.token ?? '')
    await ready('shrunk')
    expect(await api.get(path)).toMatchObject({ spec: { resources: { requests: { storage: '1Gi' } } } })
  })

  it('keeps a kind from being replaced while there are objects of it, including our own', async () => {
    const { deploy, apply, because, api, target } = stage()
    const group = `kept.${target.prefix}.example.com`
    const definition = definitionOf({ group, kind: 'Gadget', schema: { type: 'object' } })
    const path = `${definitions}/${definition.metadata.name}`
    const gadget = `apiVersion: ${group}/v1\nkind: Gadget\nmetadata: {name: one}\n`
    target.owned(path)
    await deploy('kind', together(`${JSON.stringify(definition)}\n`, gadget), { replace: true })
    const changed = JSON.stringify(definition).replaceAll('"Gadget', '"Widget')
    await apply('kind', `${changed}\n`, { replace: true, guardThresholds: { count: 100 } })
    const { status } = await because('kind', 'AwaitingConfirmation')
    expect(status.cause?.message).toContain('a Gadget is deleted with it')
    expect((await api.get(path)).metadata.deletionTimestamp).toBeUndefined()
  })

  it('of a resource that another workload owns stops nothing else, and names the owner', async () => {
    const { deploy, apply, because, ready, api, namespaceOf, remove, gone, plane } = stage()
    const shared = configMapText('shared', 'a', `, namespace: ${namespaceOf('first')}`)
    await deploy('first', shared)
    await apply('second', together(shared, configMapText('own'), deploymentText('web')))
    const { status } = await because('second', 'OwnedByAnother')
    expect(status.cause?.message).toContain('shared: already belongs to WorkloadInstance')
    expect(await api.get(`/api/v1/namespaces/${namespaceOf('second')}/configmaps/own`)).toBeDefined()
    await api.get(deployment('second'))
    // Pruning continues, and does not touch what the other workload owns.
    await apply('second', together(shared, deploymentText('web')))
    await api.gone(`/api/v1/namespaces/${namespaceOf('second')}/configmaps/own`)
    await api.get(`/api/v1/namespaces/${namespaceOf('first')}/configmaps/shared`)
    await remove('first')
    await gone('first')
    await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name: 'second' })
    // Its namespace was deleted with the first workload.
    await because('second', 'NotFound')
    await apply('second', deploymentText('web'))
    await ready('second')
  })

  it('of an unknown kind ends when the kind appears', async () => {
    const { apply, because, ready, api, target } = stage()
    const group = `later.${target.prefix}.example.com`
    await apply(
      'unknown',
      together(configMapText('settings'), `apiVersion: ${group}/v1\nkind: Gadget\nmetadata: {name: one}\n`),
    )
    const { status } = await because('unknown', 'UnknownKind')
    expect(status.cause?.message).toContain('Gadget')
    expect(status.outputs).toMatchObject({ readyResources: 2 })
    const definition = definitionOf({ group, kind: 'Gadget', schema: { type: 'object' } })
    target.owned(`${definitions}/${definition.metadata.name}`)
    await api.post(definitions, definition)
    await ready('unknown')
  })

  it.each([
    ['batch/v1beta1', 'CronJob', 'batch/v1'],
    ['extensions/v1beta1', 'Ingress', 'networking.k8s.io/v1'],
  ])('of %s %s names the version that the cluster serves', async (apiVersion, kind, served) => {
    const { apply, because, remove, gone } = stage()
    const name = `old-${kind.toLowerCase()}`
    await apply(name, `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: old}\nspec: {}\n`)
    const { status } = await because(name, 'VersionNotServed')
    expect(status.cause?.message).toContain(
      `the cluster serves kind ${kind} in ${served}, and not in ${apiVersion}; change apiVersion to ${served}`,
    )
    await remove(name)
    await gone(name)
  })

  it('of a definition names it first, and what the resources of its kind lack', async () => {
    const { apply, because, target } = stage()
    const group = `refused.${target.prefix}.example.com`
    const definition = definitionOf({ group, kind: 'Gadget', schema: { type: 'object' } })
    const refused = JSON.stringify(definition).replace('"type":"object"', '"type":"something"')
    await apply(
      'definition',
      together(`${refused}\n`, `apiVersion: ${group}/v1\nkind: Gadget\nmetadata: {name: one}\n`),
    )
    const { status } = await because('definition', 'Invalid')
    expect(status.cause?.message).toMatch(
      /^CustomResourceDefinition\S* gadgets\..* Unsupported value: "something"/,
    )
    expect(status.cause?.message).toMatch(/; Gadget\S* \S+\/one: the cluster does not serve its kind: /)
  })

  it('of entries that are declared twice names what to keep', async () => {
    const { apply, because } = stage()
    const twice = deploymentText('web')
      .replace('{name: web}', '{name: web, annotations: {qleet.io/validate: none}}')
      .replace(
        'name: app,',
        'name: app, env: [{name: A, value: a}, {name: A, value: b}], ports: [{containerPort: 80}, {containerPort: 80}],',
      )
    await apply('twice', twice)
    const { status } = await because('twice', 'Invalid')
    expect(status.cause?.message).toMatch(
      /^Deployment(?!.*env: duplicate).*ports: duplicate entries for key \[containerPort=80.*: keep one entry of each/,
    )
  })

  it('by a quota is reported on the workload, and ends with the quota', async () => {
    const { deploy, apply, ready, api, namespaceOf, plane } = stage()
    const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: limits}\nspec: {hard: {pods: "1"}}\n'
    await deploy('limited', together(quota, configMapText('settings')))
    await apply('limited', together(quota, deploymentText('web', { replicas: 2 })))
    const { status } = await plane.until(
      'WorkloadInstance',
      'limited',
      (object) => object.status.cause?.message.includes('exceeded quota') === true,
    )
    expect(status.cause?.message).toContain(
      'exceeded quota: limits, requested: pods=1, used: pods=1, limited: pods=1',
    )
    await apply('limited', together(quota.replace('"1"', '"5"'), deploymentText('web', { replicas: 2 })))
    // Controllers retry with increasing delays; an edit triggers them at once.
    await api.until(`/api/v1/namespaces/${namespaceOf('limited')}/resourcequotas/limits`, (object) =>
      JSON.stringify(object['status']).includes('"hard":{"pods":"5"}'),
    )
    await api.patch(deployment('limited'), { metadata: { annotations: { look: 'again' } } })
    await ready('limited')
  })

  it('by a webhook that is unavailable is reported, and ends when it is back', async (context) => {
    const { deploy, apply, because, ready, api, target, namespaceOf } = stage()
    if (!target.isLocal) return context.skip()
    await deploy('outage', configMapText('settings'))
    const all = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
    target.owned(`${all}/${target.prefix}-outage`)
    await api.post(all, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: `${target.prefix}-outage` },
      webhooks: [
        {
          name: 'check.example.com',
          clientConfig: { url: `${webhook.url}/allow`, caBundle: webhook.caBundle },
          rules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              operations: ['CREATE', 'UPDATE'],
              resources: ['configmaps'],
            },
          ],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespaceOf('outage') } },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          timeoutSeconds: 2,
        },
      ],
    })
    await webhook.stop()
    await eventually(async () =>
      api
        .post(`/api/v1/namespaces/${namespaceOf('outage')}/configmaps`, configMap('probe'), { dryRun: 'All' })
        .then(
          () => undefined,
          () => true,
        ),
    )
    await apply('outage', configMapText('settings', 'b'))
    const { status } = await because('outage', 'InternalError')
    expect(status.cause?.message).toContain('failed calling webhook "check.example.com"')
    await webhook.start()
    await ready('outage')
    expect(
      (await api.get(`/api/v1/namespaces/${namespaceOf('outage')}/configmaps/settings`))['data'],
    ).toEqual({ value: 'b' })
  })
})
