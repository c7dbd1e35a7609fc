import { describe, expect, it } from 'vitest'
import { at, objectsOf, stringOf, type JsonObject } from '../../simulator/json.ts'
import { conditionOf, configMap, deployment, newNamespace, until, useCluster } from './simulated.ts'

describe('failures can be provoked', () => {
  const simulated = useCluster()

  const behaving = (behaviour: string) => ({ annotations: { 'simulator.qleet.io/behaviour': behaviour } })
  const waitingFor = (pod: JsonObject) =>
    at(objectsOf(at(pod, 'status', 'containerStatuses'))[0], 'state', 'waiting', 'reason')
  const terminated = (pod: JsonObject) =>
    at(objectsOf(at(pod, 'status', 'containerStatuses'))[0], 'lastState', 'terminated', 'reason')

  it.each<[string, { image?: string; annotations?: Record<string, string> }, (pod: JsonObject) => boolean]>([
    [
      'an image that is missing by name',
      { image: 'ghcr.io/x/does-not-exist:1' },
      (pod) => waitingFor(pod) === 'ImagePullBackOff',
    ],
    [
      'an image of an invalid registry',
      { image: 'registry.invalid/x:1' },
      (pod) => waitingFor(pod) === 'ImagePullBackOff',
    ],
    ['an image that is missing', behaving('image-missing'), (pod) => waitingFor(pod) === 'ImagePullBackOff'],
    ['a crash by annotation', behaving('crash'), (pod) => waitingFor(pod) === 'CrashLoopBackOff'],
    [
      'a crash by image',
      { image: 'example.com/simulate/crash:1' },
      (pod) => waitingFor(pod) === 'CrashLoopBackOff',
    ],
    ['too little memory', behaving('oom'), (pod) => terminated(pod) === 'OOMKilled'],
    [
      'no suitable node',
      behaving('unschedulable'),
      (pod) => conditionOf(pod, 'PodScheduled')?.['reason'] === 'Unschedulable',
    ],
    [
      'never being ready',
      behaving('never-ready'),
      (pod) =>
        at(pod, 'status', 'phase') === 'Running' &&
        conditionOf(pod, 'Ready')?.['reason'] === 'ContainersNotReady',
    ],
  ])('by %s', async (_what, more, holds) => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    await client.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment('d', more))
    await until('the pod to show it', async () => {
      const [pod] = objectsOf((await client.get(`/api/v1/namespaces/${namespace}/pods`)).body['items'])
      return pod !== undefined && holds(pod)
    })
    await until('the deployment to be unavailable', async () => {
      const { body } = await client.get(`/apis/apps/v1/namespaces/${namespace}/deployments/d`)
      return conditionOf(body, 'Available')?.['status'] === 'False'
    })
  })

  it('and are reported as events of the pod', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    await client.create(
      `/apis/apps/v1/namespaces/${namespace}/deployments`,
      deployment('d', { image: 'x/does-not-exist:1' }),
    )
    const event = await until('the event', async () => {
      const { body } = await client.get(
        `/api/v1/namespaces/${namespace}/events?fieldSelector=reason%3DFailed`,
      )
      return objectsOf(body['items']).find(({ message }) =>
        stringOf(message).startsWith('Failed to pull image'),
      )
    })
    expect(event).toMatchObject({
      type: 'Warning',
      involvedObject: { kind: 'Pod' },
      message: expect.stringContaining('does-not-exist:1'),
    })
  })

  it('by a rollout that makes no progress before its deadline', async () => {
    const { client } = simulated
    const path = `/apis/apps/v1/namespaces/${await newNamespace(client)}/deployments`
    await client.create(
      path,
      deployment('d', { ...behaving('never-ready'), spec: { progressDeadlineSeconds: 1 } }),
    )
    const progressing = await until('the deadline', async () => {
      const condition = conditionOf((await client.get(`${path}/d`)).body, 'Progressing')
      return condition?.['status'] === 'False' ? condition : undefined
    })
    expect(progressing).toMatchObject({
      reason: 'ProgressDeadlineExceeded',
      message: expect.stringMatching(/^ReplicaSet "d-.*" has timed out progressing\.$/),
    })
  })

  it('by an object that is not deleted until its annotation is removed', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const metadata = { name: 'a', ...behaving('no-delete') }
    await client.create(path, { ...configMap('a'), metadata })
    await client.remove(`${path}/a`)
    expect(stringOf(at((await client.get(`${path}/a`)).body, 'metadata', 'deletionTimestamp'))).not.toBe('')
    await client.patch(`${path}/a`, { metadata: { annotations: null, finalizers: null } })
    await until('it to go', async () => (await client.get(`${path}/a`)).code === 404)
  })
})
