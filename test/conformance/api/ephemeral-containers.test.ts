import { expect, it } from 'vitest'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { apiOf } from '../support/api.ts'
import { pod } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

const debug = (name: string, more: object = {}) => ({ name, image: 'busybox:1.37', stdin: true, ...more })

onEachTarget('ephemeral containers', (target) => {
  const setup = async () => {
    const api = apiOf(target().client)
    const all = `/api/v1/namespaces/${await target().namespace()}/pods`
    await api.post(all, pod('one'))
    const path = `${all}/one`
    return {
      api,
      path,
      add: (containers: object[], type: 'strategic' | 'merge' = 'strategic') =>
        api.patch(`${path}/ephemeralcontainers`, { spec: { ephemeralContainers: containers } }, type),
    }
  }
  const namesOf = (object: KubeObject): string[] =>
    ((object['spec'] as { ephemeralContainers?: { name: string }[] }).ephemeralContainers ?? []).map(
      ({ name }) => name,
    )

  it('are added to an existing pod, and stay', async () => {
    const { api, path, add } = await setup()
    const first = await add([debug('a', { targetContainerName: 'app' })])
    expect(first['spec']).toMatchObject({
      ephemeralContainers: [
        {
          name: 'a',
          image: 'busybox:1.37',
          imagePullPolicy: 'IfNotPresent',
          resources: {},
          stdin: true,
          targetContainerName: 'app',
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
        },
      ],
    })
    expect(first.metadata.generation).toBe(2)
    expect(first.metadata.managedFields?.map(({ subresource }) => subresource)).toContain(
      'ephemeralcontainers',
    )
    expect(namesOf(await add([debug('b')])).sort()).toEqual(['a', 'b'])
    const read = await api.get(`${path}/ephemeralcontainers`)
    expect([read.kind, ...namesOf(read).sort()]).toEqual(['Pod', 'a', 'b'])
  })

  it('are replaced as a whole, and no other field of the pod is changed', async () => {
    const { api, path } = await setup()
    const { metadata, ...live } = await api.get(path)
    const spec = { ...(live['spec'] as object), activeDeadlineSeconds: 5, ephemeralContainers: [debug('a')] }
    const changed = { ...metadata, resourceVersion: undefined, labels: { changed: 'too' } }
    const next = await api.put(`${path}/ephemeralcontainers`, { ...live, metadata: changed, spec })
    expect(namesOf(next)).toEqual(['a'])
    expect(next.metadata.labels).not.toHaveProperty('changed')
    expect(next['spec']).not.toHaveProperty('activeDeadlineSeconds')
    await expect(api.put(`${path}/ephemeralcontainers`, { ...live, metadata, spec })).rejects.toMatchObject({
      status: 409,
      reason: 'Conflict',
    })
  })

  it.each([
    [
      'an existing one is changed',
      [debug('a', { image: 'other' })],
      'existing ephemeral containers "a" may not be changed',
    ],
    [
      'one has a name that is in use',
      [debug('a'), debug('app')],
      'spec.ephemeralContainers[1].name: Duplicate value: "app"',
    ],
    [
      'its target does not exist',
      [debug('a'), debug('b', { targetContainerName: 'no' })],
      'spec.ephemeralContainers[1].targetContainerName: Not found: "no"',
    ],
    [
      'it has ports',
      [debug('a'), debug('b', { ports: [{ containerPort: 80 }] })],
      'spec.ephemeralContainers[1].ports: Forbidden: cannot be set for an Ephemeral Container',
    ],
    ['an existing one is removed', [debug('b')], 'existing ephemeral containers "a" may not be removed'],
  ])('are refused if %s', async (_, containers, message) => {
    const { add } = await setup()
    await add([debug('a')])
    await expect(add(containers, 'merge')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(message),
    })
  })

  it('are not added by an update of the pod itself', async () => {
    const { api, path } = await setup()
    await expect(api.patch(path, { spec: { ephemeralContainers: [debug('a')] } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('pod updates may not change fields other than'),
    })
  })
})
