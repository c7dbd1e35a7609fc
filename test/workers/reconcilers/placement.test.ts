import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { clusterOf } from '../../support/kubernetes.ts'
import { definition } from '../../support/store.ts'

let plane: TestControlPlane
beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
    runtime('home', {}, { defaultRuntime: true }),
    runtime('frankfurt', { stage: 'live' }, { location: 'Europe:Frankfurt' }),
    runtime('paris', {}, { location: 'Europe:Paris' }),
    definition('app'),
  ])
  for (const name of ['home', 'frankfurt', 'paris']) await plane.ready('KubernetesRuntimeInstance', name)
})
afterAll(() => plane?.stop())

function runtime(name: string, labels: Record<string, string>, spec: object) {
  return { kind: 'KubernetesRuntimeInstance', name, labels, spec: { definition: 'simulated', ...spec } }
}

function placed(name: string, placement: object, more: object = {}) {
  return { kind: 'WorkloadInstance', name, spec: { definition: 'app', placement, ...more } }
}

describe('an instance with requirements', () => {
  it('runs in the runtime that fits, and keeps it when the same document is applied again', async () => {
    const document = placed('web', { location: 'Europe:Frankfurt' })
    await plane.client.apply([document])
    const { status, manifestSpec } = await plane.ready('WorkloadInstance', 'web')
    expect(manifestSpec).toMatchObject({ runtime: 'frankfurt' })
    expect(status.outputs).toMatchObject({
      placement: {
        runtime: 'frankfurt',
        reason: 'It is the only runtime that fits.',
        rejected: [
          { runtime: 'home', reason: 'is in Local, not Europe:Frankfurt' },
          { runtime: 'paris', reason: 'is in Europe:Paris, not Europe:Frankfurt' },
        ],
      },
    })
    const cluster = await clusterOf(plane, 'frankfurt')
    const { namespace } = status.outputs as { namespace: string }
    expect(await cluster.get(`/api/v1/namespaces/${namespace}/configmaps/app`)).toBeDefined()
    await cluster.close()
    expect(await plane.client.apply([document])).toMatchObject([{ result: 'UNCHANGED' }])
  })

  it('names the reason of each runtime when none fits, and runs as soon as one does', async () => {
    await plane.client.apply([placed('live', { labels: { stage: 'live' }, location: 'Europe:Paris' })])
    const waiting = await plane.until(
      'WorkloadInstance',
      'live',
      ({ status }) => status.cause?.reason === 'NoRuntimeFits',
    )
    expect(waiting.status.cause).toMatchObject({
      reason: 'NoRuntimeFits',
      message:
        'No runtime fits: frankfurt is in Europe:Frankfurt, not Europe:Paris; home is in Local, not Europe:Paris; ' +
        'paris has no label stage, which must be live. Change placement, or create a runtime that fits.',
    })
    await plane.client.apply([placed('live', { labels: { stage: 'live' } })])
    expect(await plane.ready('WorkloadInstance', 'live')).toMatchObject({
      manifestSpec: { runtime: 'frankfurt' },
    })
  })

  it('is deleted before it has a runtime', async () => {
    await plane.client.apply([placed('nowhere', { tier: 'none' })])
    await plane.until('WorkloadInstance', 'nowhere', ({ status }) => status.cause?.reason === 'NoRuntimeFits')
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'nowhere' }])
    await plane.gone('WorkloadInstance', 'nowhere')
  })

  it('cannot name a runtime as well, nor contradict itself', async () => {
    await expect(plane.client.apply([placed('both', {}, { runtime: 'home' })])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: [{ path: 'documents[0].spec.runtime', code: 'CONFLICT' }] },
    })
    const twice = { location: 'Local', locations: ['Local'], overrides: [{ location: 'Europe:Paris' }] }
    await expect(plane.client.apply([placed('both', twice)])).rejects.toMatchObject({
      details: {
        fields: [
          { path: 'documents[0].spec.placement.location' },
          { path: 'documents[0].spec.placement.overrides[0].location' },
        ],
      },
    })
  })
})

describe('a file with an application and what is attached to it', () => {
  const objects = (name: string, placement: object, more: object = {}) => [
    { kind: 'SecretDefinition', name, spec: { data: { password: 'x' } } },
    { kind: 'SecretInstance', name, spec: { definition: name, workloadInstance: name, ...more } },
    placed(name, placement),
  ]

  it('is applied once: all of it runs in the runtime that is chosen', async () => {
    const documents = objects('one-file', { location: 'Europe:Paris' })
    await plane.client.apply(documents)
    const secret = await plane.ready('SecretInstance', 'one-file')
    expect(secret.manifestSpec).toMatchObject({ runtime: 'paris' })
    const { namespace } = secret.status.outputs as { namespace: string }
    const cluster = await clusterOf(plane, 'paris')
    expect(await cluster.get(`/api/v1/namespaces/${namespace}/secrets/one-file`)).toBeDefined()
    await cluster.close()
    expect((await plane.client.apply(documents)).map(({ result }) => result)).toEqual(
      documents.map(() => 'UNCHANGED'),
    )
  })

  it('waits for the runtime with the cause of the application, and goes before that has one', async () => {
    await plane.client.apply(objects('waiting', { tier: 'none' }))
    const { status } = await plane.until(
      'SecretInstance',
      'waiting',
      (each) => each.status.cause?.reason === 'NoRuntimeFits',
    )
    expect(status.conditions).toContainEqual(
      expect.objectContaining({ message: 'Waiting until WorkloadInstance waiting has a runtime.' }),
    )
    const targets = ['SecretInstance', 'WorkloadInstance'].map((kind) => ({ kind, name: 'waiting' }))
    await plane.client.objects.delete(targets)
    for (const { kind, name } of targets) await plane.gone(kind, name)
  })

  it('is blocked where it names another runtime than the one that is chosen', async () => {
    await plane.client.apply(objects('torn', { location: 'Europe:Paris' }, { runtime: 'home' }))
    const { status } = await plane.until(
      'SecretInstance',
      'torn',
      (each) => each.status.cause?.reason === 'OtherRuntime',
    )
    expect(status).toMatchObject({
      phase: 'Blocked',
      cause: {
        message:
          'WorkloadInstance torn runs in paris, but spec.runtime is home. Delete this object, and create it again ' +
          'without runtime.',
      },
    })
  })
})

describe('an instance with several locations', () => {
  const document = (locations: string[], overrides: object[] = []) =>
    placed('shop', { locations, overrides }, { overrides: { patches: [label('all', 'yes')] } })
  const label = (key: string, value: string) => ({
    target: { kind: 'ConfigMap' },
    patch: `metadata: { labels: { ${key}: "${value}" } }`,
  })

  it('owns one instance per location, with the overrides of that location', async () => {
    const overrides = [{ location: 'Europe:Paris', overrides: { patches: [label('city', 'paris')] } }]
    await plane.client.apply([document(['Europe:Frankfurt', 'Europe:Paris'], overrides)])
    const shop = await plane.ready('WorkloadInstance', 'shop')
    expect(shop.status.outputs).toMatchObject({
      resources: 4,
      locations: [
        { location: 'Europe:Frankfurt', instance: 'shop-frankfurt', runtime: 'frankfurt', ready: true },
        { location: 'Europe:Paris', instance: 'shop-paris', runtime: 'paris', ready: true },
      ],
    })
    expect(shop.manifestSpec).not.toHaveProperty('runtime')
    const cluster = await clusterOf(plane, 'paris')
    const { status } = await plane.ready('WorkloadInstance', 'shop-paris')
    const { namespace } = status.outputs as { namespace: string }
    expect(await cluster.get(`/api/v1/namespaces/${namespace}/configmaps/app`)).toMatchObject({
      metadata: { labels: { all: 'yes', city: 'paris' } },
    })
    await cluster.close()
  })

  it('reports the location that is not ready, while the others stay ready', async () => {
    await plane.client.apply([document(['Europe:Frankfurt', 'Europe:Paris', 'Asia:Tokyo'])])
    const shop = await plane.until(
      'WorkloadInstance',
      'shop',
      ({ status }) => status.cause?.reason === 'NoRuntimeFits',
    )
    expect(shop.status.cause).toMatchObject({ kind: 'WorkloadInstance', name: 'shop-tokyo' })
    expect(shop.status.outputs).toMatchObject({
      locations: [{ ready: true }, { ready: true }, { location: 'Asia:Tokyo', ready: false }],
    })
  })

  it('removes the instance of a location that is removed, and all when it is deleted', async () => {
    await plane.client.apply([document(['Europe:Frankfurt'])])
    await plane.gone('WorkloadInstance', 'shop-tokyo')
    await plane.gone('WorkloadInstance', 'shop-paris')
    await plane.ready('WorkloadInstance', 'shop')
    await expect(plane.client.apply([placed('shop', { location: 'Europe:Paris' })])).rejects.toMatchObject({
      details: { fields: [{ path: 'documents[0].spec.placement.locations', code: 'IMMUTABLE' }] },
    })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'shop' }])
    await plane.gone('WorkloadInstance', 'shop')
    await plane.gone('WorkloadInstance', 'shop-frankfurt')
  })
})

describe('a runtime that is made on demand', () => {
  const profile = (parameters: object) => ({
    kind: 'Profile',
    name: 'standard',
    spec: {
      type: 'KubernetesRuntime',
      provider: 'simulated',
      conditions: { locations: ['Asia:Tokyo'] },
      parameters,
    },
  })
  const runtimes = async (): Promise<string[]> => {
    const names: string[] = []
    for await (const { name } of plane.client.objects.list('KubernetesRuntimeInstance')) names.push(name)
    return names
  }

  it('is shared by the instances that need it, and goes with the last of them', async () => {
    await plane.client.apply([profile({ gracePeriod: 1, labels: { made: 'yes' } })])
    const needs = { location: 'Asia:Tokyo', labels: { made: 'yes' } }
    await plane.client.apply([placed('one', needs), placed('two', needs)])
    for (const name of ['one', 'two'])
      expect(await plane.ready('WorkloadInstance', name)).toMatchObject({
        manifestSpec: { runtime: 'standard-tokyo' },
        status: { outputs: { placement: { runtime: 'standard-tokyo' } } },
      })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'one' }])
    await plane.gone('WorkloadInstance', 'one')
    // The instance that remains still has its runtime after another change.
    await plane.client.apply([placed('two', needs, { parameters: {} })])
    await plane.ready('WorkloadInstance', 'two')
    expect(await runtimes()).toContain('standard-tokyo')
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'two' }])
    await plane.gone('WorkloadInstance', 'two')
    await plane.gone('KubernetesRuntimeInstance', 'standard-tokyo')
    await plane.gone('KubernetesRuntimeDefinition', 'standard-tokyo')
  })

  it('belongs to one instance alone if that requires isolation', async () => {
    const needs = { location: 'Asia:Tokyo', isolation: 'dedicated' }
    await plane.client.apply([placed('bank', needs), placed('broker', needs)])
    for (const name of ['bank', 'broker'])
      expect(await plane.ready('WorkloadInstance', name)).toMatchObject({
        manifestSpec: { runtime: `${name}-tokyo` },
      })
  })

  it('goes at once without a grace period, and with a forced deletion', async () => {
    await plane.client.apply([profile({ gracePeriod: 0 })])
    for (const force of [false, true]) {
      await plane.client.apply([placed('short', { location: 'Asia:Tokyo' })])
      await plane.ready('WorkloadInstance', 'short')
      await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'short' }], { force })
      await plane.gone('WorkloadInstance', 'short')
      await plane.gone('KubernetesRuntimeInstance', 'standard-tokyo')
    }
  })

  it('is not made if no profile makes one that fits', async () => {
    await plane.client.apply([placed('gpu', { location: 'Asia:Tokyo', labels: { gpu: 'yes' } })])
    const waiting = await plane.until(
      'WorkloadInstance',
      'gpu',
      ({ status }) => status.cause?.reason === 'NoRuntimeFits',
    )
    expect(waiting.status.cause?.message).toContain(
      'Profile standard makes a runtime that has no label gpu, which must be yes',
    )
  })
})
