import { describe, expect, it } from 'vitest'
import { at, objectsOf, stringOf, type JsonObject } from '../../simulator/json.ts'
import { conditionOf, deployment, newNamespace, until, useCluster } from './simulated.ts'

function nameOf(object: JsonObject): string {
  return stringOf(at(object, 'metadata', 'name'))
}

function template(app: string, more: JsonObject = {}): JsonObject {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: 'c', image: 'i:1' }], ...more } }
}

describe('workloads', () => {
  const simulated = useCluster()

  async function apps(): Promise<{
    namespace: string
    path: string
    list: (plural: string) => Promise<JsonObject[]>
  }> {
    const { client } = simulated
    const namespace = await newNamespace(client)
    const path = `/apis/apps/v1/namespaces/${namespace}`
    const list = async (plural: string) => {
      const root = plural === 'replicasets' ? path : `/api/v1/namespaces/${namespace}`
      return objectsOf((await client.get(`${root}/${plural}`)).body['items'])
    }
    return { namespace, path, list }
  }

  it('of kind Deployment become available, and report it', async () => {
    const { client } = simulated
    const { path } = await apps()
    await client.create(`${path}/deployments`, deployment('d', { replicas: 3 }))
    const { body } = await until('the deployment', async () => {
      const response = await client.get(`${path}/deployments/d`)
      const available = conditionOf(response.body, 'Available')?.['status'] === 'True'
      return available && at(response.body, 'status', 'availableReplicas') === 3 ? response : undefined
    })
    expect(body['status']).toMatchObject({
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
    })
    await until(
      'the end of the rollout',
      async () =>
        conditionOf((await client.get(`${path}/deployments/d`)).body, 'Progressing')?.['reason'] ===
        'NewReplicaSetAvailable',
    )
    expect(at((await client.get(`${path}/deployments/d`)).body, 'metadata', 'annotations')).toEqual({
      'deployment.kubernetes.io/revision': '1',
    })
  })

  it('of kind Deployment roll out a new template without going below the allowed number of pods', async () => {
    const { client } = simulated
    const { namespace, path, list } = await apps()
    await client.create(`${path}/deployments`, deployment('d', { replicas: 4 }))
    const available = async () =>
      Number(at((await client.get(`${path}/deployments/d`)).body, 'status', 'availableReplicas') ?? 0)
    await until('four', async () => (await available()) === 4)
    const { events, stop } = client.watch(`${path}/deployments?watch=true&fieldSelector=metadata.name%3Dd`)
    await client.patch(`${path}/deployments/d`, {
      spec: { template: { metadata: { annotations: { v: '2' } } } },
    })
    await until('the new ones', async () => {
      const { body } = await client.get(`${path}/deployments/d`)
      const [updated, all] = [at(body, 'status', 'updatedReplicas'), at(body, 'status', 'replicas')]
      // Until the new generation is observed, the status is that of the old template.
      return at(body, 'status', 'observedGeneration') === 2 && updated === 4 && all === 4
    })
    stop()
    const seen = events.map(({ object }) => Number(at(object, 'status', 'availableReplicas') ?? 0))
    // 25 % of 4 may be unavailable.
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(3)
    const sets = await list('replicasets')
    expect(new Set(sets.map((set) => at(set, 'spec', 'replicas')))).toEqual(new Set([0, 4]))
    const pods = objectsOf((await client.get(`/api/v1/namespaces/${namespace}/pods`)).body['items'])
    const staying = pods.filter((pod) => at(pod, 'metadata', 'deletionTimestamp') === undefined)
    expect(new Set(staying.map((pod) => at(pod, 'metadata', 'annotations', 'v')))).toEqual(new Set(['2']))
  })

  it('of kind Deployment change nothing while they are paused', async () => {
    const { client } = simulated
    const { path, list } = await apps()
    await client.create(`${path}/deployments`, deployment('d', { spec: { paused: true } }))
    await until(
      'to be seen',
      async () => at((await client.get(`${path}/deployments/d`)).body, 'status', 'observedGeneration') === 1,
    )
    expect(await list('pods')).toEqual([])
    await client.patch(`${path}/deployments/d`, { spec: { paused: false } })
    await until('a pod', async () => (await list('pods')).length === 1)
  })

  it('of kind Deployment with strategy Recreate end the old pods first', async () => {
    const { client } = simulated
    const { path, list } = await apps()
    await client.create(
      `${path}/deployments`,
      deployment('d', { replicas: 2, spec: { strategy: { type: 'Recreate' } } }),
    )
    const updated = async () =>
      at((await client.get(`${path}/deployments/d`)).body, 'status', 'availableReplicas') === 2
    await until('two', updated)
    const before = (await list('pods')).map(nameOf)
    const namespacePods = path.replace('/apis/apps/v1', '/api/v1')
    const { events, stop } = client.watch(`${namespacePods}/pods?watch=true`)
    await client.patch(`${path}/deployments/d`, {
      spec: { template: { metadata: { annotations: { v: '2' } } } },
    })
    await until(
      'new ones',
      async () => (await list('pods')).every((pod) => !before.includes(nameOf(pod))) && (await updated()),
    )
    stop()
    const order = events.flatMap(({ type, object }) => {
      const isOld = before.includes(nameOf(object))
      if (type === 'DELETED' && isOld) return ['old ends']
      return type === 'ADDED' && !isOld ? ['new begins'] : []
    })
    expect(order).toEqual(['old ends', 'old ends', 'new begins', 'new begins'])
  })

  it('of kind StatefulSet start in order and keep their names and claims', async () => {
    const { client } = simulated
    const { namespace, path, list } = await apps()
    const { events, stop } = client.watch(`/api/v1/namespaces/${namespace}/pods?watch=true`)
    await client.create(`${path}/statefulsets`, {
      metadata: { name: 's' },
      spec: {
        replicas: 3,
        serviceName: 's',
        selector: { matchLabels: { app: 's' } },
        template: template('s'),
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    })
    await until(
      'three',
      async () => at((await client.get(`${path}/statefulsets/s`)).body, 'status', 'readyReplicas') === 3,
    )
    stop()
    const isReady = (object: JsonObject) => conditionOf(object, 'Ready')?.['status'] === 'True'
    const order = events.flatMap(({ type, object }) =>
      type === 'ADDED' ? [`${nameOf(object)} made`] : isReady(object) ? [`${nameOf(object)} ready`] : [],
    )
    expect(order.filter((each, index) => order.indexOf(each) === index)).toEqual([
      's-0 made',
      's-0 ready',
      's-1 made',
      's-1 ready',
      's-2 made',
      's-2 ready',
    ])
    await client.patch(`${path}/statefulsets/s/scale`, { spec: { replicas: 1 } })
    await until('one', async () => (await list('pods')).length === 1)
    expect((await list('persistentvolumeclaims')).map(nameOf).toSorted()).toEqual([
      'data-s-0',
      'data-s-1',
      'data-s-2',
    ])
  })

  it('of kind DaemonSet run on every node that accepts them', async () => {
    const { client } = simulated
    const { path, list } = await apps()
    await client.create(`${path}/daemonsets`, {
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { app: 'd' } }, template: template('d') },
    })
    const nodes = objectsOf((await client.get('/api/v1/nodes')).body['items']).map(nameOf)
    await until(
      'one on each',
      async () =>
        at((await client.get(`${path}/daemonsets/d`)).body, 'status', 'numberAvailable') === nodes.length,
    )
    expect((await list('pods')).map((pod) => stringOf(at(pod, 'spec', 'nodeName'))).toSorted()).toEqual(
      nodes.toSorted(),
    )
  })

  it('of kind Job run to completion with limited parallelism', async () => {
    const { client } = simulated
    const { namespace, list } = await apps()
    const path = `/apis/batch/v1/namespaces/${namespace}/jobs`
    await client.create(path, {
      metadata: { name: 'j' },
      spec: { completions: 3, parallelism: 2, template: template('j', { restartPolicy: 'Never' }) },
    })
    const { body } = await until('it to complete', async () => {
      const response = await client.get(`${path}/j`)
      return conditionOf(response.body, 'Complete')?.['status'] === 'True' ? response : undefined
    })
    expect(body['status']).toMatchObject({ succeeded: 3, completionTime: expect.any(String) })
    expect((await list('pods')).map((pod) => at(pod, 'status', 'phase'))).toEqual([
      'Succeeded',
      'Succeeded',
      'Succeeded',
    ])
  })

  it('of kind Job give up after their back-off limit', async () => {
    const { client } = simulated
    const path = `/apis/batch/v1/namespaces/${(await apps()).namespace}/jobs`
    const pod = template('j', {
      restartPolicy: 'Never',
      containers: [{ name: 'c', image: 'example.com/simulate/exit-1' }],
    })
    await client.create(path, { metadata: { name: 'j' }, spec: { backoffLimit: 1, template: pod } })
    const failed = await until('it to fail', async () =>
      conditionOf((await client.get(`${path}/j`)).body, 'Failed'),
    )
    expect(failed).toMatchObject({
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    })
  })

  it.each<[string, object, { behaviour?: string; stdin?: boolean }, string]>([
    ['Never ends', { restartPolicy: 'Never' }, {}, 'Succeeded'],
    ['OnFailure ends', { restartPolicy: 'OnFailure' }, {}, 'Succeeded'],
    ['Never fails with the behaviour exit-1', { restartPolicy: 'Never' }, { behaviour: 'exit-1' }, 'Failed'],
    ['Always keeps running', {}, {}, 'Running'],
    [
      'Never keeps running with the behaviour keep-running',
      { restartPolicy: 'Never' },
      { behaviour: 'keep-running' },
      'Running',
    ],
    ['Never keeps running while it waits for input', { restartPolicy: 'Never' }, { stdin: true }, 'Running'],
  ])('a pod of its own with the restart policy %s', async (_, more, { behaviour, stdin }, phase) => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/pods`
    const annotations = behaviour === undefined ? {} : { 'simulator.qleet.io/behaviour': behaviour }
    const containers = [{ name: 'a', image: 'b', ...(stdin === undefined ? {} : { stdin }) }]
    await client.create(path, { metadata: { name: 'one', annotations }, spec: { ...more, containers } })
    // Waits for another pod that ends and was created later: by then this one would have ended, too.
    const phaseOf = async (name: string) => at((await client.get(`${path}/${name}`)).body, 'status', 'phase')
    await until('it to run', async () => (await phaseOf('one')) !== 'Pending')
    const other = { restartPolicy: 'Never', containers: [{ name: 'a', image: 'b' }] }
    await client.create(path, { metadata: { name: 'other' }, spec: other })
    await until('the other to end', async () => (await phaseOf('other')) === 'Succeeded')
    if (phase !== 'Running') await until('it to end', async () => (await phaseOf('one')) !== 'Running')
    expect(await phaseOf('one')).toBe(phase)
  })

  it('ephemeral containers run beside the others, and do not affect the status', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/pods`
    await client.create(path, {
      metadata: { name: 'one' },
      spec: { containers: [{ name: 'a', image: 'b' }] },
    })
    const ephemeralContainers = [{ name: 'debug', image: 'busybox' }]
    await client.patch(`${path}/one/ephemeralcontainers`, { spec: { ephemeralContainers } })
    const { body } = await until('it to run', async () => {
      const response = await client.get(`${path}/one`)
      const [status] = objectsOf(at(response.body, 'status', 'ephemeralContainerStatuses'))
      return at(status, 'state', 'running') === undefined ? undefined : response
    })
    expect(body).toMatchObject({
      status: {
        phase: 'Running',
        containerStatuses: [{ name: 'a' }],
        ephemeralContainerStatuses: [{ name: 'debug', ready: false, started: true }],
      },
    })
    expect((await client.get(`${path}/one/log?container=debug`)).text).toContain('one/debug')
  })

  it('of kind CronJob create jobs on schedule, unless suspended', async () => {
    const { client } = simulated
    const { namespace } = await apps()
    const path = `/apis/batch/v1/namespaces/${namespace}/cronjobs`
    const jobTemplate = { spec: { template: template('c', { restartPolicy: 'Never' }) } }
    const refused = await client.create(path, {
      metadata: { name: 'c' },
      spec: { schedule: '61 * * * *', jobTemplate },
    })
    expect(refused.body['message']).toContain('spec.schedule: Invalid value: "61 * * * *"')
    const { code } = await client.create(path, {
      metadata: { name: 'c' },
      spec: { schedule: '* * * * *', suspend: true, jobTemplate },
    })
    expect(code).toBe(201)
    expect((await client.get(`/apis/batch/v1/namespaces/${namespace}/jobs`)).body['items']).toEqual([])
  })

  it('do not restart pods that users deleted, but create new ones', async () => {
    const { client } = simulated
    const { namespace, path, list } = await apps()
    await client.create(`${path}/deployments`, deployment('d'))
    const [pod] = await until('a pod', async () => {
      const pods = await list('pods')
      return pods.length === 1 && pods
    })
    await client.remove(`/api/v1/namespaces/${namespace}/pods/${nameOf(pod ?? {})}`)
    await until('another', async () => {
      const [next, ...more] = await list('pods')
      return more.length === 0 && next !== undefined && nameOf(next) !== nameOf(pod ?? {})
    })
  })

  it('are scaled by an autoscaler within its limits', async () => {
    const { client } = simulated
    const { namespace, path } = await apps()
    await client.create(`${path}/deployments`, deployment('d'))
    await client.create(`/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`, {
      metadata: { name: 'd' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
        minReplicas: 2,
        maxReplicas: 4,
      },
    })
    await until(
      'two',
      async () => at((await client.get(`${path}/deployments/d`)).body, 'spec', 'replicas') === 2,
    )
  })
})
