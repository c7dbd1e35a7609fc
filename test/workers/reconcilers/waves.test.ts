import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digest, shopDefinition } from '../../support/applications-delivered.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'

/* An application in an environment with three locations, on a control plane with a simulated cluster in each. */

const places = ['Europe:Frankfurt', 'Europe:Paris', 'Asia:Tokyo']
const stageName = 'shop-production'

let plane: TestControlPlane
beforeAll(async () => {
  plane = await startControlPlane()
  const runtime = (name: string, location: string, labels = {}) => ({
    kind: 'KubernetesRuntimeInstance',
    name,
    labels,
    spec: { definition: 'simulated', location },
  })
  await plane.client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
    runtime('frankfurt', 'Europe:Frankfurt'),
    runtime('paris', 'Europe:Paris'),
    runtime('tokyo', 'Asia:Tokyo', { ring: 'early' }),
    runtime('singapore', 'Asia:Singapore'),
  ])
  // The deadline of the environment is too short for clusters that have to start.
  for (const name of ['frankfurt', 'paris', 'tokyo', 'singapore'])
    await plane.ready('KubernetesRuntimeInstance', name)
  await plane.client.apply([
    environment(places),
    withExtra(),
    {
      kind: 'Application',
      name: 'shop',
      spec: {
        definition: 'shop',
        environments: [{ environment: 'production' }],
        jobs: [{ name: 'migrate', when: 'before', image: 'example.com/simulate/complete:1' }],
      },
    },
  ])
})
afterAll(() => plane?.stop())

/** Tokyo has the early ring, then follow Frankfurt, which also runs what the others have no replicas of, and Paris. */
function environment(locations: readonly string[]) {
  const replicas = { target: { kind: 'Deployment', name: 'extra' }, patch: 'spec: { replicas: 1 }' }
  return {
    kind: 'Environment',
    name: 'production',
    spec: {
      settle: 1,
      deadline: 6,
      waves: [{ labels: { ring: 'early' } }, { percent: 50 }],
      placement: {
        locations,
        overrides: [{ location: 'Europe:Frankfurt', overrides: { patches: [replicas] } }],
      },
    },
  }
}

function withExtra() {
  const { spec, ...rest } = shopDefinition('shop')
  const extra = spec.yamlDocument
    .replace('name: web', 'name: extra')
    .replace('spec:', 'spec:\n  replicas: 0')
    .replaceAll('app: web', 'app: extra')
    .replace('example.com/shop:1.0', 'example.com/extra:1.0')
  return { ...rest, spec: { yamlDocument: `${spec.yamlDocument}---\n${extra}` } }
}

function delivery(build: number, { shop, extra }: { shop: string; extra: string }) {
  const images = [
    { name: 'example.com/shop', digest: digest(shop) },
    { name: 'example.com/extra', digest: digest(extra) },
  ]
  return { kind: 'Delivery', name: `shop-${build}`, spec: { application: 'shop', build, images } }
}

interface StageOutputs {
  state?: string
  healthy?: number
  revision?: number
  cause?: string
  wave?: number
  waves?: number
  locations?: { location: string; instance: string; revision?: number; ready: boolean }[]
  rollouts?: { revision: number; state: string; wave?: number; waves?: number; jobs?: object[] }[]
}

async function stage(): Promise<StageOutputs> {
  const object = await plane.client.objects.get({ kind: 'Stage', name: stageName })
  return object?.status.outputs ?? {}
}

function stageWith(isThere: (outputs: StageOutputs) => boolean): Promise<StageOutputs> {
  return eventually(async () => {
    const outputs = await stage()
    return isThere(outputs) ? outputs : undefined
  })
}

const revisionsIn = ({ locations = [] }: StageOutputs) => locations.map(({ revision }) => revision)

async function generationOf(place: string): Promise<number | undefined> {
  const name = `${stageName}-${place}`
  return (await plane.client.objects.get({ kind: 'WorkloadInstance', name }))?.generation
}

describe('an application in several locations', () => {
  it('starts in all of them at once, after its job in the first', async () => {
    const outputs = await stageWith(({ state }) => state === 'Healthy')
    expect(outputs.locations).toMatchObject(
      places.map((location) => ({ location, revision: 1, ready: true })),
    )
    expect(outputs.rollouts).toMatchObject([{ jobs: [{ name: 'migrate', state: 'Succeeded' }] }])
  })

  it('gets a revision in waves, which a pause holds up', async () => {
    await plane.client.apply([delivery(1, { shop: 'a1', extra: 'a1' })])
    const first = await stageWith((each) => each.revision === 2 && each.locations?.[2]?.revision === 2)
    expect(first).toMatchObject({ state: 'RollingOut', wave: 1, waves: 3 })
    expect(revisionsIn(first)).toEqual([1, 1, 2])
    const pause = {
      kind: 'RolloutDecision',
      name: 'wait',
      spec: {
        application: 'shop',
        environment: 'production',
        revision: 2,
        attempt: 2,
        action: 'pause',
        reason: 'lunch',
      },
    }
    await plane.client.apply([pause])
    const paused = await stageWith(({ state }) => state === 'Paused')
    expect(revisionsIn(paused).at(1)).toBe(1)
    await plane.client.objects.delete([{ kind: 'RolloutDecision', name: 'wait' }])
    const { rollouts, ...outputs } = await stageWith(({ healthy }) => healthy === 2)
    expect(revisionsIn(outputs)).toEqual([2, 2, 2])
    expect(rollouts?.[0]).toMatchObject({ revision: 2, state: 'Healthy', wave: 3, waves: 3 })
  })

  it('gets the last healthy revision back where one has failed, and no further location gets that', async () => {
    const before = await generationOf('paris')
    await plane.client.apply([delivery(2, { shop: 'a2', extra: 'bad' })])
    const outputs = await stageWith(({ state, revision }) => state === 'RolledBack' && revision === 3)
    expect(outputs.cause).toMatch(/^Wave 2 of 3 failed in Europe:Frankfurt: /)
    expect(revisionsIn(outputs)).toEqual([2, 2, 2])
    expect(outputs.rollouts?.[0]).toMatchObject({ revision: 3, state: 'RolledBack', wave: 2, waves: 3 })
    expect(await generationOf('paris')).toBe(before)
  })

  it('gets the revision that runs in a new location at once, and leaves a removed one', async () => {
    await plane.client.apply([environment(['Europe:Frankfurt', 'Europe:Paris', 'Asia:Singapore'])])
    const outputs = await stageWith(
      ({ locations = [] }) => locations[2]?.location === 'Asia:Singapore' && locations[2].ready,
    )
    expect(revisionsIn(outputs)).toEqual([2, 2, 2])
    await plane.gone('WorkloadInstance', `${stageName}-tokyo`)
  })
})

describe('an environment', () => {
  const refused = (spec: object, name = 'other') =>
    plane.client.apply([{ kind: 'Environment', name, spec }]).then(
      () => 'accepted',
      (error: { details: { fields: { path: string }[] } }) => error.details.fields[0]?.path,
    )

  it('names a runtime or a placement, and has waves only with locations', async () => {
    expect(await refused({ runtime: 'paris', placement: {} })).toBe('documents[0].spec.runtime')
    expect(await refused({ waves: [{ percent: 10 }] })).toBe('documents[0].spec.waves')
    expect(await refused({ placement: { locations: places }, waves: [{}] })).toBe(
      'documents[0].spec.waves[0]',
    )
  })

  it('stays divided, or not', async () => {
    expect(await refused({ placement: { location: 'Europe:Paris' } }, 'production')).toBe(
      'documents[0].spec.placement.locations',
    )
  })
})
