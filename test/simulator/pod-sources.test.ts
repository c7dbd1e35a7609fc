import { describe, expect, it } from 'vitest'
import { at, objectsOf, stringOf, type JsonObject } from '../../simulator/json.ts'
import { conditionOf, configMap, newNamespace, until, useCluster } from './simulated.ts'

const secret = (name: string, data: Record<string, string>): JsonObject => ({
  metadata: { name },
  stringData: data,
})

const container = (more: JsonObject): JsonObject => ({
  containers: [{ name: 'app', image: 'example.com/app:1', ...more }],
})

const variable = (valueFrom: JsonObject): JsonObject => container({ env: [{ name: 'A', valueFrom }] })

const volume = (source: JsonObject): JsonObject => ({
  ...container({ volumeMounts: [{ name: 'v', mountPath: '/v' }] }),
  volumes: [{ name: 'v', ...source }],
})

/** A pod, the message about what it lacks in namespace NS, and what makes it start. */
type Case = [
  title: string,
  spec: JsonObject,
  message: string,
  remedy: { plural: 'secrets' | 'configmaps'; object: JsonObject },
]

const login = { plural: 'secrets' as const, object: secret('login', { password: 'p' }) }
const settings = { plural: 'configmaps' as const, object: configMap('settings', { colour: 'blue' }) }
const halfLogin = secret('half-login', { user: 'u' })
const halfSettings = configMap('half-settings', { size: 'big' })
const wholeLogin = { plural: 'secrets' as const, object: secret('half-login', { password: 'p' }) }
const wholeSettings = {
  plural: 'configmaps' as const,
  object: configMap('half-settings', { colour: 'blue' }),
}

describe('a pod whose Secret or ConfigMap is missing waits for it, as on a kubelet', () => {
  const simulated = useCluster()

  async function newPod(spec: JsonObject) {
    const namespace = await newNamespace(simulated.client)
    const path = `/api/v1/namespaces/${namespace}`
    await simulated.client.create(`${path}/secrets`, halfLogin)
    await simulated.client.create(`${path}/configmaps`, halfSettings)
    const created = await simulated.client.create(`${path}/pods`, { metadata: { name: 'p' }, spec })
    expect(created.code).toBe(201)
    const read = async () => (await simulated.client.get(`${path}/pods/p`)).body
    const warning = async (reason: string) => {
      const { body } = await simulated.client.get(`${path}/events?fieldSelector=reason%3D${reason}`)
      return objectsOf(body['items'])[0]
    }
    const isReady = async () => {
      const pod = await read()
      return conditionOf(pod, 'Ready')?.['status'] === 'True' && pod
    }
    /** Creates or replaces an object. */
    const write = async (plural: string, object: JsonObject) => {
      const one = `${path}/${plural}/${stringOf(at(object, 'metadata', 'name'))}`
      await ((await simulated.client.get(one)).code === 404
        ? simulated.client.create(`${path}/${plural}`, object)
        : simulated.client.patch(one, object))
    }
    return { namespace, path, read, warning, isReady, write }
  }

  it.each<Case>([
    [
      'a Secret of envFrom',
      container({ envFrom: [{ secretRef: { name: 'login' } }] }),
      'secret "login" not found',
      login,
    ],
    [
      'a ConfigMap of envFrom',
      container({ envFrom: [{ configMapRef: { name: 'settings' } }] }),
      'configmap "settings" not found',
      settings,
    ],
    [
      'a Secret of a variable',
      variable({ secretKeyRef: { name: 'login', key: 'password' } }),
      'secret "login" not found',
      login,
    ],
    [
      'a ConfigMap of a variable',
      variable({ configMapKeyRef: { name: 'settings', key: 'colour' } }),
      'configmap "settings" not found',
      settings,
    ],
    [
      'a key of a Secret',
      variable({ secretKeyRef: { name: 'half-login', key: 'password' } }),
      "couldn't find key password in Secret NS/half-login",
      wholeLogin,
    ],
    [
      'a key of a ConfigMap',
      variable({ configMapKeyRef: { name: 'half-settings', key: 'colour' } }),
      "couldn't find key colour in ConfigMap NS/half-settings",
      wholeSettings,
    ],
  ])('of which the environment needs %s', async (_, spec, text, { plural, object }) => {
    const { namespace, read, warning, isReady, write } = await newPod(spec)
    const message = text.replace('NS', namespace)
    const pod = await until('the error', async () => {
      const found = await read()
      const waiting = at(objectsOf(at(found, 'status', 'containerStatuses'))[0], 'state', 'waiting')
      return at(waiting, 'reason') === 'CreateContainerConfigError' && found
    })
    expect(pod['status']).toMatchObject({
      phase: 'Pending',
      containerStatuses: [
        { ready: false, state: { waiting: { reason: 'CreateContainerConfigError', message } } },
      ],
    })
    const event = await until('the event', () => warning('Failed'))
    expect(event).toMatchObject({ type: 'Warning', message: `Error: ${message}` })
    await write(plural, object)
    expect(await until('the pod to be ready', isReady)).toMatchObject({ status: { phase: 'Running' } })
  })

  it.each<Case>([
    ['a Secret', volume({ secret: { secretName: 'login' } }), 'secret "login" not found', login],
    ['a ConfigMap', volume({ configMap: { name: 'settings' } }), 'configmap "settings" not found', settings],
    [
      'a Secret of a projected volume',
      volume({ projected: { sources: [{ secret: { name: 'login' } }] } }),
      'secret "login" not found',
      login,
    ],
    [
      'a ConfigMap of a projected volume',
      volume({ projected: { sources: [{ configMap: { name: 'settings' } }] } }),
      'configmap "settings" not found',
      settings,
    ],
    [
      'a key of a Secret',
      volume({ secret: { secretName: 'half-login', items: [{ key: 'password', path: 'p' }] } }),
      'references non-existent secret key: password',
      wholeLogin,
    ],
    [
      'a key of a ConfigMap',
      volume({ configMap: { name: 'half-settings', items: [{ key: 'colour', path: 'c' }] } }),
      'configmap references non-existent config key: colour',
      wholeSettings,
    ],
  ])('of which a volume needs %s', async (_, spec, text, { plural, object }) => {
    const { read, warning, isReady, write } = await newPod(spec)
    const event = await until('the event', () => warning('FailedMount'))
    expect(event).toMatchObject({
      type: 'Warning',
      involvedObject: { kind: 'Pod', name: 'p' },
      source: { component: 'kubelet' },
      message: `MountVolume.SetUp failed for volume "v" : ${text}`,
    })
    const pod = await read()
    expect(pod['status']).toMatchObject({
      phase: 'Pending',
      containerStatuses: [{ ready: false, state: { waiting: { reason: 'ContainerCreating' } } }],
    })
    expect(at(pod, 'status', 'podIP')).toBeUndefined()
    await write(plural, object)
    expect(await until('the pod to be ready', isReady)).toMatchObject({ status: { phase: 'Running' } })
  })

  it.each<[title: string, spec: JsonObject]>([
    [
      'an optional Secret of envFrom',
      container({ envFrom: [{ secretRef: { name: 'no', optional: true } }] }),
    ],
    ['an optional ConfigMap', variable({ configMapKeyRef: { name: 'no', key: 'a', optional: true } })],
    ['an optional key', variable({ secretKeyRef: { name: 'half-login', key: 'a', optional: true } })],
    ['an optional volume', volume({ secret: { secretName: 'no', optional: true } })],
    [
      'an optional key of a volume',
      volume({
        configMap: { name: 'half-settings', optional: true, items: [{ key: 'a', path: 'a' }] },
      }),
    ],
    [
      'a volume that no container mounts',
      { ...container({}), volumes: [{ name: 'v', secret: { secretName: 'no' } }] },
    ],
  ])('unless it is %s', async (_, spec) => {
    const { warning, isReady } = await newPod(spec)
    await until('the pod to be ready', isReady)
    expect(await warning('Failed')).toBeUndefined()
    expect(await warning('FailedMount')).toBeUndefined()
  })

  it('before its init containers, of which the first reports it', async () => {
    const { read, write, isReady } = await newPod({
      ...container({}),
      initContainers: [
        { name: 'migrate', image: 'example.com/app:1', envFrom: [{ secretRef: { name: 'login' } }] },
      ],
    })
    const pod = await until('the error', async () => {
      const found = await read()
      const waiting = at(objectsOf(at(found, 'status', 'initContainerStatuses'))[0], 'state', 'waiting')
      return at(waiting, 'reason') === 'CreateContainerConfigError' && found
    })
    expect(at(objectsOf(at(pod, 'status', 'containerStatuses'))[0], 'state')).toEqual({
      waiting: { reason: 'PodInitializing' },
    })
    await write('secrets', login.object)
    expect(await until('the pod to be ready', isReady)).toBeTruthy()
  })

  it('before its init containers, none of which is created without the volumes', async () => {
    const { read, warning, write, isReady } = await newPod({
      ...volume({ secret: { secretName: 'login' } }),
      initContainers: [{ name: 'migrate', image: 'example.com/app:1' }],
    })
    await until('the event', () => warning('FailedMount'))
    expect((await read())['status']).toMatchObject({
      initContainerStatuses: [{ state: { waiting: { reason: 'PodInitializing' } } }],
      containerStatuses: [{ state: { waiting: { reason: 'PodInitializing' } } }],
    })
    await write('secrets', login.object)
    expect(await until('the pod to be ready', isReady)).toBeTruthy()
  })

  it('again when it restarts, while its mounted volumes stay', async () => {
    const { path, read, write } = await newPod({
      containers: [
        {
          name: 'app',
          image: 'example.com/simulate/crash:1',
          envFrom: [{ secretRef: { name: 'half-login' } }],
          volumeMounts: [{ name: 'v', mountPath: '/v' }],
        },
      ],
      volumes: [{ name: 'v', configMap: { name: 'half-settings' } }],
    })
    const reasonOf = async () =>
      at(objectsOf(at(await read(), 'status', 'containerStatuses'))[0], 'state', 'waiting', 'reason')
    await until('a crash', async () => (await reasonOf()) === 'CrashLoopBackOff')
    await simulated.client.remove(`${path}/secrets/half-login`)
    await simulated.client.remove(`${path}/configmaps/half-settings`)
    await until('the error', async () => (await reasonOf()) === 'CreateContainerConfigError')
    await write('secrets', halfLogin)
    const restarted = await until('a crash', async () => (await reasonOf()) === 'CrashLoopBackOff')
    expect(restarted).toBe(true)
  })

  it('also across a restart of the cluster', async () => {
    const { warning, isReady, write } = await newPod(volume({ secret: { secretName: 'login' } }))
    await until('the event', () => warning('FailedMount'))
    await simulated.restart()
    await write('secrets', login.object)
    expect(await until('the pod to be ready', isReady)).toBeTruthy()
  })
})
