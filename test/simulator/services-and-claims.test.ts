import { describe, expect, it } from 'vitest'
import { at, objectOf, objectsOf, stringOf, type JsonObject } from '../../simulator/json.ts'
import { conditionOf, configMap, deployment, newNamespace, until, useCluster } from './simulated.ts'

describe('a cluster', () => {
  const simulated = useCluster()

  const service = (name: string, spec: JsonObject = {}): JsonObject => ({
    metadata: { name },
    spec: { selector: { app: 'd' }, ports: [{ port: 80 }], ...spec },
  })
  const claim = (name: string, spec: JsonObject = {}): JsonObject => ({
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  })

  it('assigns services unique addresses', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/services`
    const one = stringOf(at((await client.create(path, service('one'))).body, 'spec', 'clusterIP'))
    const two = stringOf(at((await client.create(path, service('two'))).body, 'spec', 'clusterIP'))
    expect([one, two]).toEqual([
      expect.stringMatching(/^10\.96\./),
      expect.stringMatching(/^10\.(9\d|10\d|11[01])\./),
    ])
    expect(one).not.toBe(two)
    const headless = await client.create(path, service('three', { clusterIP: 'None' }))
    expect(at(headless.body, 'spec', 'clusterIPs')).toEqual(['None'])
    const taken = await client.create(path, service('four', { clusterIP: one }))
    expect(taken.body['message']).toContain('provided IP is already allocated')
  })

  it('frees the addresses and ports of services that are deleted or change', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/services`
    const held = { clusterIP: '10.96.0.77', type: 'NodePort', ports: [{ port: 80, nodePort: 30_077 }] }
    expect((await client.create(path, service('one', held))).code).toBe(201)
    const twice = await client.create(path, service('two', { ...held, clusterIP: '10.96.0.78' }))
    expect(twice.body['message']).toContain('spec.ports[0].nodePort: Invalid value: 30077')
    const { body } = await client.get(`${path}/one`)
    const inside = { ...body, spec: { ...objectOf(body['spec']), type: 'ClusterIP', ports: [{ port: 80 }] } }
    expect((await client.replace(`${path}/one`, inside)).code).toBe(200)
    const next = await client.create(path, service('three', { ...held, clusterIP: '10.96.0.79' }))
    expect(next.code).toBe(201)
    await client.remove(`${path}/one`)
    expect((await client.create(path, service('four', { clusterIP: '10.96.0.77' }))).code).toBe(201)
  })

  it('assigns services of type LoadBalancer node ports and an address', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/services`
    const { body } = await client.create(path, service('lb', { type: 'LoadBalancer' }))
    expect(at(objectsOf(at(body, 'spec', 'ports'))[0], 'nodePort')).toSatisfy(
      (port) => Number(port) >= 30_000 && Number(port) <= 32_767,
    )
    const ingress = await until(
      'the address',
      async () =>
        objectsOf(at((await client.get(`${path}/lb`)).body, 'status', 'loadBalancer', 'ingress'))[0],
    )
    expect(ingress).toMatchObject({ ip: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/) })
  })

  it('lists the ready pods that a service selects in its endpoints', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    await client.create(`/api/v1/namespaces/${namespace}/services`, service('d'))
    await client.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment('d', { replicas: 2 }))
    const slices = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices?labelSelector=kubernetes.io/service-name%3Dd`
    await until('two endpoints', async () => {
      const [slice] = objectsOf((await client.get(slices)).body['items'])
      return (
        objectsOf(slice?.['endpoints']).filter((each) => at(each, 'conditions', 'ready') === true).length ===
        2
      )
    })
  })

  it('provides volumes for claims, which remain while a pod uses them', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    const path = `/api/v1/namespaces/${namespace}`
    await client.create(`${path}/persistentvolumeclaims`, claim('data'))
    const bound = await until('the binding', async () => {
      const { body } = await client.get(`${path}/persistentvolumeclaims/data`)
      return at(body, 'status', 'phase') === 'Bound' ? body : undefined
    })
    expect(at(bound, 'status', 'capacity')).toEqual({ storage: '1Gi' })
    const volume = `/api/v1/persistentvolumes/${stringOf(at(bound, 'spec', 'volumeName'))}`
    const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }]
    await client.create(`${path}/pods`, {
      metadata: { name: 'p' },
      spec: { volumes, containers: [{ name: 'c', image: 'i' }] },
    })
    await until(
      'the pod',
      async () => at((await client.get(`${path}/pods/p`)).body, 'status', 'phase') === 'Running',
    )
    await client.remove(`${path}/persistentvolumeclaims/data`)
    expect(
      at((await client.get(`${path}/persistentvolumeclaims/data`)).body, 'metadata', 'finalizers'),
    ).toEqual(['kubernetes.io/pvc-protection'])
    await client.remove(`${path}/pods/p?gracePeriodSeconds=0`)
    await until(
      'claim and volume to go',
      async () =>
        (await client.get(`${path}/persistentvolumeclaims/data`)).code === 404 &&
        (await client.get(volume)).code === 404,
    )
  })

  it('provides no volume for a claim of an unknown class', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}`
    await client.create(`${path}/persistentvolumeclaims`, claim('data', { storageClassName: 'none' }))
    const event = await until('the event', async () =>
      objectsOf((await client.get(`${path}/events`)).body['items']).find(
        ({ reason }) => reason === 'ProvisioningFailed',
      ),
    )
    expect(event['message']).toBe('storageclass.storage.k8s.io "none" not found')
  })

  it('creates a default account and the certificate of the cluster in each namespace', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}`
    const map = await until('the certificate', async () => {
      const { body, code } = await client.get(`${path}/configmaps/kube-root-ca.crt`)
      return code === 200 && body
    })
    expect(at(map, 'data', 'ca.crt')).toMatch(/^-----BEGIN CERTIFICATE-----/)
  })

  it('enforces quotas, and counts their usage', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}`
    await until(
      'the certificate',
      async () => (await client.get(`${path}/configmaps/kube-root-ca.crt`)).code === 200,
    )
    const hard = { 'count/configmaps': '2', pods: '1', 'requests.cpu': '1' }
    await client.create(`${path}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard } })
    await until(
      'the count',
      async () =>
        at((await client.get(`${path}/resourcequotas/q`)).body, 'status', 'used', 'count/configmaps') === '1',
    )
    expect((await client.create(`${path}/configmaps`, configMap('a'))).code).toBe(201)
    const refused = await client.create(`${path}/configmaps`, configMap('b'))
    expect(refused).toMatchObject({
      code: 403,
      body: {
        message:
          'configmaps "b" is forbidden: exceeded quota: q, requested: count/configmaps=1, used: count/configmaps=2, limited: count/configmaps=2',
      },
    })
    const pod = (cpu?: string) => ({
      metadata: { name: 'p' },
      spec: {
        containers: [
          { name: 'c', image: 'i', ...(cpu === undefined ? {} : { resources: { requests: { cpu } } }) },
        ],
      },
    })
    expect((await client.create(`${path}/pods`, pod())).body['message']).toContain(
      'must specify requests.cpu for: c',
    )
    expect((await client.create(`${path}/pods`, pod('2'))).body['message']).toContain('exceeded quota: q')
    expect((await client.create(`${path}/pods`, pod('500m'))).code).toBe(201)
    await client.remove(`${path}/configmaps/a`)
    await until(
      'room for another',
      async () => (await client.create(`${path}/configmaps?dryRun=All`, configMap('b'))).code === 201,
    )
  })

  it('reports that a quota limits a deployment, and still responds', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    const path = `/api/v1/namespaces/${namespace}`
    await client.create(`${path}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard: { pods: '0' } } })
    await client.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment('d'))
    const failing = await until('the failure', async () => {
      const { body } = await client.get(`/apis/apps/v1/namespaces/${namespace}/deployments/d`)
      return conditionOf(body, 'ReplicaFailure')
    })
    expect(failing).toMatchObject({
      reason: 'FailedCreate',
      message: expect.stringContaining('exceeded quota: q'),
    })
    await until('quiet', async () => {
      const count = async () => objectsOf((await client.get(`${path}/events`)).body['items']).length
      const before = await count()
      // No signal marks the absence of events: they are counted over some time.
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
      return (await count()) <= before + 1 && before < 20
    })
  })

  it('sets default limits on containers without any, and bounds those of others', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}`
    const limit = {
      type: 'Container',
      max: { memory: '1Gi' },
      default: { memory: '256Mi' },
      defaultRequest: { cpu: '50m' },
    }
    await client.create(`${path}/limitranges`, { metadata: { name: 'l' }, spec: { limits: [limit] } })
    const pod = (resources: JsonObject) => ({
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'i', resources }] },
    })
    const { body } = await client.create(`${path}/pods?dryRun=All`, pod({}))
    expect(objectsOf(at(body, 'spec', 'containers'))[0]?.['resources']).toEqual({
      limits: { memory: '256Mi' },
      requests: { cpu: '50m', memory: '256Mi' },
    })
    expect(at(body, 'metadata', 'annotations', 'kubernetes.io/limit-ranger')).toBe(
      'LimitRanger plugin set: cpu, memory request for container c; memory limit for container c',
    )
    const refused = await client.create(`${path}/pods`, pod({ limits: { memory: '2Gi' } }))
    expect(refused).toMatchObject({
      code: 403,
      body: { message: 'pods "p" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi' },
    })
  })

  it('protects the pods that a budget requires', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    await client.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment('d'))
    const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`
    await client.create(budgets, {
      metadata: { name: 'b' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'd' } } },
    })
    await until(
      'the budget to see it',
      async () => at((await client.get(`${budgets}/b`)).body, 'status', 'currentHealthy') === 1,
    )
    const pods = `/api/v1/namespaces/${namespace}/pods`
    const name = stringOf(at(objectsOf((await client.get(pods)).body['items'])[0], 'metadata', 'name'))
    const evicted = await client.create(`${pods}/${name}/eviction`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name },
    })
    expect(evicted).toMatchObject({
      code: 429,
      body: { message: "Cannot evict pod as it would violate the pod's disruption budget." },
    })
    expect(conditionOf((await client.get(`${budgets}/b`)).body, 'DisruptionAllowed')?.['status']).toBe(
      'False',
    )
  })
})
