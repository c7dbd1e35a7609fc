import { expect, it } from 'vitest'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { definitions } from '../support/objects.ts'
import { configMapText, deploymentText, serviceText, together } from '../support/manifests.ts'
import { onEachStage } from '../support/stage.ts'

/** Asks that a resource stays when its owner is deleted. */
const keep = { metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } } }

const valueOf = (object: KubeObject): unknown => object['data']

onEachStage('a workload', (stage) => {
  const configMap = (namespace: string, name: string): string =>
    `/api/v1/namespaces/${stage().namespaceOf(namespace)}/configmaps/${name}`

  /** Returns the requests for the namespace of a workload, and what is in it, after the first ones. */
  const sentTo = (name: string, first: number): string[] => {
    const { proxy, namespaceOf } = stage()
    const namespace = `/api/v1/namespaces/${namespaceOf(name)}`
    return proxy.requests
      .slice(first)
      .filter(({ path }) => path.startsWith(namespace))
      .map(({ method, path }) => `${method} ${path.slice(namespace.length)}`)
  }

  it('is deployed in order, rolled out, pruned, and deleted in reverse order', async () => {
    const { api, deploy, remove, gone, proxy, namespaceOf } = stage()
    const { status } = await deploy(
      'life',
      together(deploymentText('web', { replicas: 2 }), configMapText('settings'), configMapText('extra')),
    )
    expect(status.outputs).toMatchObject({ resources: 4, readyResources: 4 })
    const deployment = `/apis/apps/v1/namespaces/${namespaceOf('life')}/deployments/web`
    expect(await api.get(deployment)).toMatchObject({ status: { readyReplicas: 2 } })
    const applied = proxy.writes().map(({ path }) => path.split('/').at(-2))
    expect(applied.slice(0, 1)).toEqual(['namespaces'])
    expect(applied.at(-1)).toBe('deployments')

    await deploy(
      'life',
      together(deploymentText('web', { replicas: 2, tag: '3.9' }), configMapText('settings', 'b')),
    )
    expect(await api.get(deployment)).toMatchObject({
      spec: { template: { spec: { containers: [{ image: 'registry.k8s.io/pause:3.9' }] } } },
      status: { updatedReplicas: 2, readyReplicas: 2 },
    })
    expect(valueOf(await api.get(configMap('life', 'settings')))).toEqual({ value: 'b' })
    await api.gone(configMap('life', 'extra'))

    const before = proxy.requests.length
    await remove('life')
    await gone('life')
    await api.gone(`/api/v1/namespaces/${namespaceOf('life')}`)
    const deleted = proxy.requests.slice(before).filter(({ method }) => method === 'DELETE')
    expect([...new Set(deleted.map(({ path }) => path.split('/').at(-2)))]).toEqual([
      'deployments',
      'configmaps',
      'namespaces',
    ])
  })

  it('is read once when it is deleted, what has changed in it of one kind together', async () => {
    const { deploy, remove, gone, proxy, api } = stage()
    const names = Array.from({ length: 8 }, (_, index) => `c${index}`)
    // Otherwise, the worker would record the changed ones as they are.
    await deploy('counted', together(...names.map((name) => configMapText(name))), { drift: 'off' })
    for (const name of names.slice(0, 5))
      await api.patch(configMap('counted', name), { metadata: { annotations: { seen: 'yes' } } })
    const before = proxy.requests.length
    await remove('counted')
    await gone('counted')
    const sent = sentTo('counted', before)
    // The watch reports the changes, so the worker may have looked at them before it removes anything.
    const firstDeletion = sent.findIndex((each) => each.startsWith('DELETE '))
    const reads = sent
      .slice(sent.lastIndexOf('GET ', firstDeletion), sent.indexOf('DELETE '))
      .filter((each) => each.startsWith('GET'))
    expect(reads.filter((each) => each.startsWith('GET /configmaps'))).toEqual(['GET /configmaps'])
    expect(reads.filter((each) => each === 'GET ')).toHaveLength(1)
    expect(sent.filter((each) => each.startsWith('DELETE /configmaps/'))).toHaveLength(names.length + 5)
  })

  it('leaves what other clients have annotated to be kept since it was applied, with its namespace', async () => {
    const { deploy, remove, gone, api, namespaceOf } = stage()
    await deploy('keeping', together(...['a', 'b'].map((name) => configMapText(name))))
    await api.patch(configMap('keeping', 'a'), keep)
    await remove('keeping')
    await gone('keeping')
    await api.gone(configMap('keeping', 'b'))
    expect(await api.get(configMap('keeping', 'a'))).toMatchObject(keep)
    const { metadata } = await api.get(`/api/v1/namespaces/${namespaceOf('keeping')}`)
    expect(metadata.deletionTimestamp).toBeUndefined()
    expect(metadata.labels).not.toHaveProperty(['qleet.io/object-id'])
  })

  it('leaves its namespace to what was kept when its definition changed', async () => {
    const { deploy, apply, ready, remove, gone, api, namespaceOf } = stage()
    await deploy('pruned', together(...['a', 'b'].map((name) => configMapText(name))))
    await api.patch(configMap('pruned', 'a'), keep)
    await apply('pruned', configMapText('b'))
    await api.until(`/api/v1/namespaces/${namespaceOf('pruned')}`, ({ metadata }) =>
      Boolean(metadata.annotations?.['qleet.io/keeps']),
    )
    await ready('pruned')
    await remove('pruned')
    await gone('pruned')
    await api.gone(configMap('pruned', 'b'))
    expect(await api.get(configMap('pruned', 'a'))).toMatchObject(keep)
  })

  it('leaves an adopted resource that an interrupted deletion has released', async () => {
    const { deploy, remove, gone, api, target } = stage()
    const namespace = await target.namespace()
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    const precious = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'precious' } }
    await api.post(path, { ...precious, data: { kept: 'yes' } })
    await deploy('interrupted', configMapText('precious'), { namespace, drift: 'off' })
    // As the deletion does.
    await api.apply(`${path}/precious`, precious, { manager: 'qleetos', force: true })
    await remove('interrupted')
    await gone('interrupted')
    expect(valueOf(await api.get(`${path}/precious`))).toEqual({ kept: 'yes' })
  })

  it('is deleted without a look at what is as it was applied, and which the response shows to be gone', async () => {
    const { deploy, remove, gone, proxy } = stage()
    await deploy('shown', together(serviceText('web'), configMapText('settings')))
    const before = proxy.requests.length
    await remove('shown')
    await gone('shown')
    const sent = sentTo('shown', before)
    for (const path of ['/services/web', '/configmaps/settings'])
      expect(sent.filter((each) => each.endsWith(path))).toEqual([`DELETE ${path}`])
  })

  it('is not read in its namespace while that does not exist yet', async () => {
    const { deploy, proxy } = stage()
    const before = proxy.requests.length
    await deploy('unread', together(configMapText('one'), configMapText('two')))
    const sent = sentTo('unread', before)
    const applied = sent.findLastIndex((each) => each.startsWith('PATCH'))
    expect(sent.slice(0, 2)).toEqual(['GET ', 'PATCH '])
    expect(sent.slice(2, applied + 1).toSorted()).toEqual(['PATCH /configmaps/one', 'PATCH /configmaps/two'])
  })

  it('installs a kind and its objects from one definition, and deletes both', async () => {
    const { deploy, remove, gone, api, target } = stage()
    const group = `life.${target.prefix}.example.com`
    const schema = '{type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}'
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.${group}}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: Gadget, plural: gadgets}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: ${schema}}}]
`
    const gadget = `apiVersion: ${group}/v1\nkind: Gadget\nmetadata: {name: first}\nspec: {size: 3}\n`
    target.owned(`${definitions}/gadgets.${group}`)
    await deploy('kinds', together(gadget, definition), { guard: 'off' })
    await remove('kinds')
    await gone('kinds')
    await api.gone(`${definitions}/gadgets.${group}`)
  })

  it('may contain objects of the whole cluster, and of namespaces that it names', async () => {
    const { deploy, remove, gone, api, target, namespaceOf } = stage()
    const other = await target.namespace()
    const role = `${target.prefix}-reader`
    target.owned(`/apis/rbac.authorization.k8s.io/v1/clusterroles/${role}`)
    const clusterRole = `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: ${role}}\nrules: [{apiGroups: [""], resources: [pods], verbs: [get]}]\n`
    await deploy(
      'wide',
      together(clusterRole, configMapText('here'), configMapText('there', 'a', `, namespace: ${other}`)),
    )
    expect(await api.get(`/apis/rbac.authorization.k8s.io/v1/clusterroles/${role}`)).toBeDefined()
    expect(await api.get(`/api/v1/namespaces/${other}/configmaps/there`)).toBeDefined()
    expect(await api.get(`/api/v1/namespaces/${namespaceOf('wide')}/configmaps/here`)).toBeDefined()
    await remove('wide')
    await gone('wide')
    await api.gone(`/apis/rbac.authorization.k8s.io/v1/clusterroles/${role}`)
    await api.gone(`/api/v1/namespaces/${other}/configmaps/there`)
    expect(await api.get(`/api/v1/namespaces/${other}`)).toMatchObject({ status: { phase: 'Active' } })
  })

  it('may be written as a list, with empty documents and comments', async () => {
    const { deploy, api } = stage()
    const items = ['one', 'two'].map(
      (name) => `- {apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}}\n`,
    )
    await deploy(
      'list',
      `# nothing\n---\n---\napiVersion: v1\nkind: List\nitems:\n${items.join('')}---\n# end\n`,
    )
    expect(await api.get(configMap('list', 'one'))).toBeDefined()
    expect(await api.get(configMap('list', 'two'))).toBeDefined()
  })

  it('is deleted although its definition has become invalid', async () => {
    const { deploy, apply, because, remove, gone, api, namespaceOf } = stage()
    await deploy('changed', configMapText('settings'))
    await apply('changed', 'apiVersion: nobody.example.com/v1\nkind: Nothing\nmetadata: {name: x}\n')
    await because('changed', 'UnknownKind')
    await remove('changed')
    await gone('changed')
    await api.gone(`/api/v1/namespaces/${namespaceOf('changed')}`)
  })

  it('adopts existing resources, and leaves them without its additions when it is deleted', async () => {
    const { deploy, remove, gone, reasons, api, target } = stage()
    const namespace = await target.namespace()
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    await api.post(path, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'precious' },
      data: { kept: 'yes' },
    })
    await deploy('adopting', configMapText('precious'), { namespace })
    expect(valueOf(await api.get(`${path}/precious`))).toEqual({ kept: 'yes', value: 'a' })
    expect(await reasons('adopting')).toContain('Adopted')
    await remove('adopting')
    await gone('adopting')
    expect(valueOf(await api.get(`${path}/precious`))).toEqual({ kept: 'yes' })
  })

  it('leaves its namespace to the workload that is still in it, and to other clients in the end', async () => {
    const { deploy, remove, gone, api, namespaceOf } = stage()
    const namespace = namespaceOf('common')
    const path = `/api/v1/namespaces/${namespace}`
    for (const name of ['founder', 'guest', 'last'])
      await deploy(name, deploymentText(name, { replicas: 1 }), { namespace })
    const guest = `/apis/apps/v1/namespaces/${namespace}/deployments/guest`
    const { metadata } = (await api.get(guest)) ?? {}
    await remove('founder')
    await gone('founder')
    expect(await api.get(path)).toMatchObject({ status: { phase: 'Active' } })
    expect(await api.get(guest)).toMatchObject({ metadata: { uid: metadata?.uid } })
    await Promise.all(['guest', 'last'].map(remove))
    await Promise.all(['guest', 'last'].map((name) => gone(name)))
    await api.gone(path)

    await deploy('tenant', deploymentText('tenant', { replicas: 1 }), { namespace })
    await api.post(`${path}/pods`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'debug' },
      spec: { containers: [{ name: 'debug', image: 'registry.k8s.io/pause:3.9' }] },
    })
    await remove('tenant')
    await gone('tenant')
    expect(await api.get(path)).toMatchObject({ status: { phase: 'Active' } })
    expect(await api.get(`${path}/pods/debug`)).toBeDefined()
  })

  it('takes no field from the former manager of an object, and names it', async () => {
    const { apply, because, api, target, remove } = stage()
    const namespace = await target.namespace()
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    await api.apply(
      `${path}/theirs`,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs' }, data: { value: 'theirs' } },
      { manager: 'the-other-team' },
    )
    await apply('conflicting', configMapText('theirs'), { namespace })
    const { status } = await because('conflicting', 'Conflict')
    expect(status.cause?.message).toContain('conflict with "the-other-team": .data.value')
    expect(valueOf(await api.get(`${path}/theirs`))).toEqual({ value: 'theirs' })
    await remove('conflicting')
  })

  it('takes no value of a Secret from its former manager, and removes those that are no longer declared', async () => {
    const { apply, deploy, because, api, target, remove, gone } = stage()
    const namespace = await target.namespace()
    const path = `/api/v1/namespaces/${namespace}/secrets`
    const secret = (name: string, values: string): string =>
      `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}}\nstringData: ${values}\n`
    await api.apply(
      `${path}/theirs`,
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'theirs' }, data: { password: 'b2xk' } },
      { manager: 'the-other-team' },
    )
    await apply('taking', secret('theirs', '{password: new}'), { namespace })
    const { status } = await because('taking', 'Conflict')
    expect(status.cause?.message).toContain('conflict with "the-other-team": .data.password')
    expect(valueOf(await api.get(`${path}/theirs`))).toEqual({ password: 'b2xk' })
    await remove('taking')
    await gone('taking')

    await deploy('withdrawn', secret('own', '{former: leaked, kept: k}'), { namespace })
    await deploy('withdrawn', secret('own', '{kept: k}'), { namespace })
    expect(valueOf(await api.get(`${path}/own`))).toEqual({ kept: 'aw==' })
    await remove('withdrawn')
    await gone('withdrawn')
  })

  it('names the holder of its namespace while that is being deleted', async () => {
    const { deploy, remove, gone, because, api, namespaceOf, plane } = stage()
    await deploy('stuck', configMapText('settings'))
    const path = `/api/v1/namespaces/${namespaceOf('stuck')}/configmaps`
    await api.post(path, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'held', finalizers: ['example.com/hold'] },
    })
    await remove('stuck')
    await because('stuck', 'Terminating')
    const unready = await plane.until(
      'WorkloadInstance',
      'stuck',
      ({ status }) => status.cause?.message.includes('example.com/hold') === true,
    )
    expect(unready.status.cause?.message).toContain('since')
    await api.patch(`${path}/held`, { metadata: { finalizers: null } })
    await gone('stuck')
  })
})
