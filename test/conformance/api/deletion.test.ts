import { expect, it } from 'vitest'
import { apiOf } from '../support/api.ts'
import { configMap, deployment, isTrue, pod, podTemplate } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

const finalizer = 'example.com/hold'

onEachTarget('deletion', (target) => {
  const setup = async () => {
    const namespace = await target().namespace()
    return { api: apiOf(target().client), path: `/api/v1/namespaces/${namespace}/configmaps`, namespace }
  }

  it('responds with a Status that names the deleted object', async () => {
    const { api, path } = await setup()
    const { metadata } = await api.post(path, configMap('one'))
    expect(await api.delete(`${path}/one`)).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'one', kind: 'configmaps', uid: metadata.uid },
    })
    await expect(api.delete(`${path}/one`)).rejects.toMatchObject({
      status: 404,
      reason: 'NotFound',
      message: 'configmaps "one" not found',
    })
  })

  it('responds with the object of some kinds of its core, which is terminating only if it has a deletion timestamp', async () => {
    const { api, namespace } = await setup()
    const core = `/api/v1/namespaces/${namespace}`
    const manifests = {
      services: { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 80 }] } },
      serviceaccounts: { apiVersion: 'v1', kind: 'ServiceAccount' },
      resourcequotas: { apiVersion: 'v1', kind: 'ResourceQuota', spec: { hard: { pods: '10' } } },
      podtemplates: { apiVersion: 'v1', kind: 'PodTemplate', template: podTemplate('p') },
    }
    for (const [plural, manifest] of Object.entries(manifests)) {
      const { metadata } = await api.post(`${core}/${plural}`, { ...manifest, metadata: { name: 'free' } })
      const { metadata: last } = await api.delete(`${core}/${plural}/free`)
      expect(last, plural).toMatchObject({ name: 'free', uid: metadata.uid })
      expect(last.deletionTimestamp, plural).toBeUndefined()
      await expect(api.get(`${core}/${plural}/free`)).rejects.toMatchObject({ status: 404 })

      await api.post(`${core}/${plural}`, {
        ...manifest,
        metadata: { name: 'held', finalizers: [finalizer] },
      })
      expect(await api.delete(`${core}/${plural}/held`), plural).toMatchObject({
        metadata: { name: 'held', deletionTimestamp: expect.any(String) },
      })
      await api.patch(`${core}/${plural}/held`, { metadata: { finalizers: null } })
    }
  })

  it('waits for finalizers, and completes with the last of them', async () => {
    const { api, path } = await setup()
    await api.post(path, configMap('one', {}, { finalizers: [finalizer, `${finalizer}-2`] }))
    expect(await api.delete(`${path}/one`)).toMatchObject({
      metadata: { deletionTimestamp: expect.any(String), finalizers: [finalizer, `${finalizer}-2`] },
    })
    await api.patch(`${path}/one`, { metadata: { finalizers: [finalizer] } })
    expect(await api.get(`${path}/one`)).toMatchObject({ metadata: { finalizers: [finalizer] } })
    await api.patch(`${path}/one`, { metadata: { finalizers: null } })
    await api.gone(`${path}/one`)
  })

  it('allows no new finalizer on an object that is being deleted', async () => {
    const { api, path } = await setup()
    await api.post(path, configMap('one', {}, { finalizers: [finalizer] }))
    await api.delete(`${path}/one`)
    await expect(
      api.patch(`${path}/one`, { metadata: { finalizers: [finalizer, `${finalizer}-late`] } }),
    ).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(
        'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted',
      ),
    })
    await api.patch(`${path}/one`, { metadata: { finalizers: null } })
  })

  it('keeps an object whose uid or version differs from the precondition', async () => {
    const { api, path } = await setup()
    const { metadata } = await api.post(path, configMap('one'))
    const uid = '00000000-0000-0000-0000-000000000000'
    await expect(api.delete(`${path}/one`, { preconditions: { uid } })).rejects.toMatchObject({
      status: 409,
      reason: 'Conflict',
      message: expect.stringContaining(
        `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid ?? ''})`,
      ),
    })
    await expect(
      api.delete(`${path}/one`, { preconditions: { resourceVersion: '1' } }),
    ).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('the ResourceVersion in the precondition (1)'),
    })
    await api.delete(`${path}/one`, {
      preconditions: { uid: metadata.uid, resourceVersion: metadata.resourceVersion },
    })
    await api.gone(`${path}/one`)
  })

  it('changes nothing in a dry run', async () => {
    const { api, path } = await setup()
    await api.post(path, configMap('one'))
    await api.delete(`${path}/one`, { dryRun: ['All'] })
    expect((await api.get(`${path}/one`)).metadata.deletionTimestamp).toBeUndefined()
  })

  it('deletes the objects of a collection that match a selector', async () => {
    const { api, path } = await setup()
    await api.post(path, configMap('one', {}, { labels: { go: 'yes' } }))
    await api.post(path, configMap('two'))
    await target().client.request({ method: 'DELETE', path, query: { labelSelector: 'go=yes' } })
    await api.gone(`${path}/one`)
    expect(await api.get(`${path}/two`)).toBeDefined()
  })

  it('gives pods their grace period, which a second request may only shorten', async () => {
    const { api, namespace } = await setup()
    const path = `/api/v1/namespaces/${namespace}/pods`
    const held = pod('one', { terminationGracePeriodSeconds: 60 })
    await api.post(path, { ...held, metadata: { ...held.metadata, finalizers: [finalizer] } })
    await api.until(`${path}/one`, ({ status }) => (status as { phase: string }).phase === 'Running')
    const deleted = await api.delete(`${path}/one`)
    expect(deleted.metadata).toMatchObject({ deletionGracePeriodSeconds: 60 })
    await api.delete(`${path}/one`, { gracePeriodSeconds: 0 })
    await api.patch(`${path}/one`, { metadata: { finalizers: null } })
    await api.gone(`${path}/one`)
  })
})

onEachTarget('garbage collection', (target) => {
  const setup = async () => {
    const namespace = await target().namespace()
    const api = apiOf(target().client)
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    const { metadata } = await api.post(path, configMap('owner'))
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }
    return { api, path, namespace, owner }
  }

  it('deletes dependents after their owner, in the background', async () => {
    const { api, path, owner } = await setup()
    await api.post(path, configMap('child', {}, { ownerReferences: [owner] }))
    await api.delete(`${path}/owner`, { propagationPolicy: 'Background' })
    await api.gone(`${path}/child`)
  })

  it('keeps the owner until blocking dependents are deleted, in the foreground', async () => {
    const { api, path, owner } = await setup()
    const blocking = { ...owner, blockOwnerDeletion: true }
    await api.post(path, configMap('child', {}, { ownerReferences: [blocking], finalizers: [finalizer] }))
    await api.delete(`${path}/owner`, { propagationPolicy: 'Foreground' })
    await api.until(`${path}/child`, ({ metadata }) => metadata.deletionTimestamp !== undefined)
    expect(await api.get(`${path}/owner`)).toMatchObject({
      metadata: { deletionTimestamp: expect.any(String), finalizers: ['foregroundDeletion'] },
    })
    await api.patch(`${path}/child`, { metadata: { finalizers: null } })
    await api.gone(`${path}/owner`)
  })

  it('keeps dependents without an owner if they are to be orphaned', async () => {
    const { api, path, owner } = await setup()
    await api.post(path, configMap('child', {}, { ownerReferences: [owner] }))
    await api.delete(`${path}/owner`, { propagationPolicy: 'Orphan' })
    await api.gone(`${path}/owner`)
    const child = await api.get(`${path}/child`)
    expect(child.metadata.ownerReferences).toBeUndefined()
    expect(child.metadata.deletionTimestamp).toBeUndefined()
  })

  it('deletes objects whose owner does not exist', async () => {
    const { api, path, owner } = await setup()
    const absent = { ...owner, name: 'nobody', uid: '00000000-0000-0000-0000-000000000000' }
    await api.post(path, configMap('child', {}, { ownerReferences: [absent] }))
    await api.gone(`${path}/child`)
  })

  it('keeps objects that have another owner', async () => {
    const { api, path, owner } = await setup()
    const { metadata } = await api.post(path, configMap('second'))
    const second = { ...owner, name: 'second', uid: metadata.uid }
    await api.post(path, configMap('child', {}, { ownerReferences: [owner, second] }))
    await api.delete(`${path}/owner`)
    const child = await api.until(`${path}/child`, (each) => each.metadata.ownerReferences?.length === 1)
    expect(child.metadata.ownerReferences).toMatchObject([{ name: 'second' }])
  })

  it('deletes a deployment with its replica sets and pods', async () => {
    const { api, namespace } = await setup()
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`
    await api.post(path, deployment('web', { replicas: 2 }))
    await api.until(`${path}/web`, ({ status }) => (status as { readyReplicas?: number }).readyReplicas === 2)
    await api.delete(`${path}/web`, { propagationPolicy: 'Foreground' })
    await api.gone(`${path}/web`)
    const pods = (await api.get(`/api/v1/namespaces/${namespace}/pods`)) as unknown as { items: object[] }
    expect(pods.items).toEqual([])
  })
})

onEachTarget('a deleted namespace', (target) => {
  it('is removed with everything in it, and accepts nothing new in the meantime', async () => {
    const api = apiOf(target().client)
    const name = await target().namespace()
    const path = `/api/v1/namespaces/${name}`
    await api.post(`${path}/configmaps`, configMap('held', {}, { finalizers: [finalizer] }))
    await api.delete(path)
    await expect(api.post(`${path}/configmaps`, configMap('new'))).rejects.toMatchObject({
      status: 403,
      reason: 'Forbidden',
      message: `configmaps "new" is forbidden: unable to create new content in namespace ${name} because it is being terminated`,
    })
    const stuck = await api.until(path, (object) => isTrue(object, 'NamespaceFinalizersRemaining'))
    expect(stuck['status']).toMatchObject({ phase: 'Terminating' })
    expect((stuck['status'] as { conditions: object[] }).conditions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'NamespaceContentRemaining',
          status: 'True',
          reason: 'SomeResourcesRemain',
          message: 'Some resources are remaining: configmaps. has 1 resource instances',
        }),
        expect.objectContaining({
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          reason: 'SomeFinalizersRemain',
          message: `Some content in the namespace has finalizers remaining: ${finalizer} in 1 resource instances`,
        }),
        expect.objectContaining({ type: 'NamespaceDeletionDiscoveryFailure', status: 'False' }),
        expect.objectContaining({ type: 'NamespaceDeletionContentFailure', status: 'False' }),
      ]),
    )
    await api.patch(`${path}/configmaps/held`, { metadata: { finalizers: null } })
    await api.gone(path)
  })

  it.each(['default', 'kube-system'])('cannot be %s', async (name) => {
    await expect(apiOf(target().client).delete(`/api/v1/namespaces/${name}`)).rejects.toMatchObject({
      status: 403,
      message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    })
  })
})
