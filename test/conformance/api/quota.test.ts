import { expect, it } from 'vitest'
import { apiOf } from '../support/api.ts'
import { deployment, isTrue, pod } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

const quota = (hard: object) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'limits' },
  spec: { hard },
})
const service = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { ports: [{ port: 80 }] },
})
const limitRange = (...limits: object[]) => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'range' },
  spec: { limits },
})
const needs = (requests: object, limits: object = requests) => ({
  containers: [{ name: 'app', image: 'example.com/app:1', resources: { requests, limits } }],
})

onEachTarget('a quota', (target) => {
  const setup = async (hard: object) => {
    const path = `/api/v1/namespaces/${await target().namespace()}`
    const api = apiOf(target().client)
    await api.until(`${path}/configmaps/kube-root-ca.crt`, () => true)
    await api.post(`${path}/resourcequotas`, quota(hard))
    // Until its use is counted, everything is refused.
    await api.until(
      `${path}/resourcequotas/limits`,
      ({ status }) => (status as { hard?: object }).hard !== undefined,
    )
    return { api, path }
  }

  it('refuses what exceeds it, and reports requested, used and limit', async () => {
    // Uses a kind that no server creates in each namespace.
    const { api, path } = await setup({ services: '1' })
    await api.post(`${path}/services`, service('one'))
    await expect(api.post(`${path}/services`, service('two'))).rejects.toMatchObject({
      status: 403,
      reason: 'Forbidden',
      message:
        'services "two" is forbidden: exceeded quota: limits, requested: services=1, used: services=1, limited: services=1',
    })
    await api.delete(`${path}/services/one`)
    await api.until(
      `${path}/resourcequotas/limits`,
      ({ status }) => (status as { used: { services: string } }).used.services === '0',
    )
    await api.post(`${path}/services`, service('two'))
  })

  it('refuses pods that do not declare the resources', async () => {
    const { api, path } = await setup({ 'requests.cpu': '1', 'limits.memory': '1Gi' })
    await expect(api.post(`${path}/pods`, pod('one'))).rejects.toMatchObject({
      status: 403,
      message:
        'pods "one" is forbidden: failed quota: limits: must specify limits.memory for: app; requests.cpu for: app',
    })
  })

  it('adds quantities of all formats', async () => {
    const { api, path } = await setup({ 'requests.cpu': '1', 'requests.memory': '1Gi' })
    await api.post(`${path}/pods`, pod('one', needs({ cpu: '600m', memory: '512Mi' })))
    await expect(
      api.post(`${path}/pods`, pod('two', needs({ cpu: '0.5', memory: '1024Ki' }))),
    ).rejects.toMatchObject({
      status: 403,
      message:
        'pods "two" is forbidden: exceeded quota: limits, requested: requests.cpu=500m, used: requests.cpu=600m, limited: requests.cpu=1',
    })
  })

  it('is reported on the deployment whose pods it refuses', async () => {
    const { api, path } = await setup({ pods: '1' })
    const deployments = `/apis/apps/v1${path.replace('/api/v1', '')}/deployments`
    await api.post(deployments, deployment('web', { replicas: 2 }))
    const object = await api.until(`${deployments}/web`, (each) => isTrue(each, 'ReplicaFailure'))
    expect(JSON.stringify(object['status'])).toMatch(
      /pods \\"web-[a-z0-9]+-[a-z0-9]+\\" is forbidden: exceeded quota: limits, requested: pods=1, used: pods=1, limited: pods=1/,
    )
  })

  it('reports the current use', async () => {
    const { api, path } = await setup({ 'count/secrets': '5', services: '3' })
    await api.post(`${path}/secrets`, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'one' } })
    const object = await api.until(
      `${path}/resourcequotas/limits`,
      ({ status }) => (status as { used: Record<string, string> }).used['count/secrets'] === '1',
    )
    expect(object['status']).toEqual({
      hard: { 'count/secrets': '5', services: '3' },
      used: { 'count/secrets': '1', services: '0' },
    })
  })
})

onEachTarget('a limit range', (target) => {
  const setup = async (...limits: object[]) => {
    const path = `/api/v1/namespaces/${await target().namespace()}`
    const api = apiOf(target().client)
    await api.post(`${path}/limitranges`, limitRange(...limits))
    return { api, path }
  }

  it('sets defaults of containers', async () => {
    const { api, path } = await setup({
      type: 'Container',
      default: { cpu: '500m' },
      defaultRequest: { cpu: '100m' },
    })
    const object = await api.post(`${path}/pods`, pod('one'))
    expect(object['spec']).toMatchObject({
      containers: [{ resources: { limits: { cpu: '500m' }, requests: { cpu: '100m' } } }],
    })
  })

  it.each([
    [
      'more than the maximum',
      { max: { cpu: '1' } },
      { cpu: '2' },
      'maximum cpu usage per Container is 1, but limit is 2',
    ],
    [
      'less than the minimum',
      { min: { memory: '64Mi' } },
      { memory: '1Mi' },
      'minimum memory usage per Container is 64Mi, but request is 1Mi',
    ],
  ])('refuses %s', async (_, limit, resources, message) => {
    const { api, path } = await setup({ type: 'Container', ...limit })
    await expect(api.post(`${path}/pods`, pod('one', needs(resources)))).rejects.toMatchObject({
      status: 403,
      reason: 'Forbidden',
      message: `pods "one" is forbidden: ${message}`,
    })
  })

  it('limits claims', async () => {
    const { api, path } = await setup({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } })
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } },
    }
    await expect(api.post(`${path}/persistentvolumeclaims`, claim)).rejects.toMatchObject({
      status: 403,
      message:
        'persistentvolumeclaims "data" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi',
    })
  })
})
