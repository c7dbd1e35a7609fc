import { describe, expect, it } from 'vitest'
import type { ClusterQuery, QueryWorkers } from '../../../schema/cluster-queries.ts'
import { PlatformError } from '../../../schema/errors.ts'
import type { PlanEffects } from '../../../schema/graphql/store-plans.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import type { ObjectInput } from '../../../schema/inputs.ts'
import { unpacked } from '../../../schema/packed-text.ts'
import { ReleaseToCheck, type ReleaseFindings } from '../../../schema/release-checks.ts'
import { parseValues } from '../../../schema/values-document.ts'
import type { Digester } from '../../../server/manifests/digests.ts'
import { inlineDigester } from '../../../server/store/check-input.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { createStore } from '../../../server/store/store.ts'
import { releaseEffects } from '../../../server/store/plans/release-effects.ts'
import type { ReleaseTarget } from '../../../server/store/plans/release-targets.ts'
import { defaultRuntime, testStore, write } from '../../support/store.ts'

/** What a plan asks workers about Helm workloads, and what it makes of their answers. */

const password = 'correct-horse'
const definition = (spec: object = {}): ObjectInput => ({
  kind: 'HelmWorkloadDefinition',
  name: 'store',
  spec: { repo: 'https://charts.example.com', chart: 'store', chartVersion: '1.0.0', ...spec },
})
const instance = (spec: object = {}): ObjectInput => ({
  kind: 'HelmWorkloadInstance',
  name: 'store',
  spec: { definition: 'store', runtime: 'space', ...spec },
})
const secrets = {
  username: 'robot',
  password,
  secretValuesDocument: `login: {password: ${password}, pin: 4711, empty: '', tls: true, none: null, all: [${password}]}`,
}
const secretive = definition(secrets)

const test = testStore(defaultRuntime)

interface Asked {
  effects: PlanEffects
  asked: ReleaseToCheck[]
  /** All messages to workers. */
  text: string
}

async function planOf(work: (store: Store) => Promise<unknown>, store = test.store): Promise<Asked> {
  const texts: string[] = []
  async function* answer(query: ClusterQuery) {
    if (query.about === 'releaseDryRun') {
      texts.push(unpacked(query.packed))
      yield { changes: [], omitted: 0, problem: '', isLast: true }
    }
  }
  // Yields what each query is answered with.
  const queryWorkers = answer as unknown as QueryWorkers
  const request = { mutation: 'test', args: {} }
  const { plan } = await store.savePlan({ actor: write.actor, request, queryWorkers }, work)
  const asked = texts.map((text) => ReleaseToCheck.parse(JSON.parse(text)))
  return { effects: plan.effects, asked, text: texts.join('\n') }
}

const applied = (...inputs: ObjectInput[]) => planOf((store) => store.apply(inputs, write))

describe('the question of a plan', () => {
  it('has a new release without the values of its secrets, of which a password is sealed', async () => {
    const { asked, text, effects } = await applied(secretive, instance())
    expect(text).not.toMatch(/horse|4711/)
    expect(effects.notes).toEqual([])
    expect(asked).toMatchObject([
      { owner: { id: '0', name: 'store' }, installed: 'none', after: { definition: { username: 'robot' } } },
    ])
    const [{ before, after } = { after: undefined }] = asked
    expect(before).toBeUndefined()
    const { login } = parseValues(String(after?.definition['secretValuesDocument'])) as Record<
      string,
      unknown
    >
    const standIn = expect.stringMatching(/^secret-[0-9a-f]{16}$/)
    expect(login).toEqual({
      password: standIn,
      pin: expect.any(Number),
      empty: '',
      tls: true,
      none: null,
      all: [standIn],
    })
    expect(await test.store.plannedPassword(after?.sealedPassword ?? '')).toBe(password)
    await expect(test.store.plannedPassword('v1:a:b:c:d')).rejects.toThrow(
      'a secret in the database is encrypted',
    )
  })

  it('has stand-ins for long secret values that another thread makes, once for before and after', async () => {
    const made: number[] = []
    const digester: Digester = {
      ...inlineDigester,
      standIn: (task, actor) => {
        made.push(task.secretValues.length)
        return inlineDigester.standIn(task, actor)
      },
    }
    const encryption = createEncryption(Buffer.alloc(32))
    const store = createStore({ database: test.database, encryption, digester })
    const secretValuesDocument = Array.from(
      { length: 1000 },
      (_, index) => `key${index}: horse${index}\n`,
    ).join('')
    await store.apply([definition({ secretValuesDocument }), instance()], write)
    const newer = definition({ secretValuesDocument, chartVersion: '1.1.0' })
    const { asked, text } = await planOf((within) => within.apply([newer], write), store)
    expect(asked[0]?.after.definition['secretValuesDocument']).toMatch(/^key0: secret-[0-9a-f]{16}\n/)
    expect(text).not.toContain('horse')
    expect(made).toEqual([secretValuesDocument.length])
    await store.apply([definition(), instance()], write)
  })

  it('has a release before and after, if its definition, its values or a secret of them change', async () => {
    await test.store.apply([secretive, instance()], write)
    const kept = await applied(secretive, instance())
    expect(kept.asked).toEqual([])
    const [newer] = (await applied(definition({ ...secrets, chartVersion: '1.1.0' }))).asked
    expect([newer?.before, newer?.after].map((state) => state?.definition['chartVersion'])).toEqual([
      '1.0.0',
      '1.1.0',
    ])
    const [edited] = (await applied(instance({ valuesDocument: 'a: 1' }))).asked
    expect(edited?.owner.id).not.toBe('0')
    expect(edited?.before?.definition).toEqual(edited?.after.definition)
    expect(edited?.after.instance['valuesDocument']).toBe('a: 1')
    const secretValuesDocument = `login: {password: other}`
    const [rotated] = (await applied(definition({ ...secrets, secretValuesDocument }))).asked
    expect(rotated?.after.definition['secretValuesDocument']).not.toBe(
      rotated?.before?.definition['secretValuesDocument'],
    )
    const both = definition({ secretValuesDocument: 'a: open-sesame' })
    const guess = instance({ secretValuesDocument: 'a: open-sesame' })
    const [guessed] = (await applied(both, guess)).asked
    expect(guessed?.after.instance['secretValuesDocument']).not.toBe(
      guessed?.after.definition['secretValuesDocument'],
    )
    const { asked: others } = await applied(both, instance(), { ...instance(), name: 'other' })
    expect(new Set(others.map(({ after }) => after.definition['secretValuesDocument'])).size).toBe(2)
    const { asked, effects } = await planOf((store) =>
      store.delete([{ kind: 'HelmWorkloadInstance', name: 'store' }], write),
    )
    expect(asked).toEqual([])
    expect(effects.deletions).toMatchObject([{ kind: 'HelmWorkloadInstance', name: 'store' }])
  })

  it('has the releases of dependencies and of locations', async () => {
    const shop = (chartVersion: string): ObjectInput => ({
      kind: 'WorkloadDefinition',
      name: 'shop',
      spec: {
        yamlDocument: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
        dependencies: [
          {
            name: 'cache',
            kind: 'HelmWorkload',
            spec: { repo: 'https://charts.example.com', chart: 'valkey', chartVersion },
          },
        ],
      },
    })
    const own = { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop' } }
    const { asked } = await applied(shop('1.0.0'), own)
    expect(asked).toMatchObject([
      { owner: { name: 'shop-cache' }, after: { definition: { chart: 'valkey', chartVersion: '1.0.0' } } },
    ])
    const wide = {
      definition: 'store',
      placement: { locations: ['Local'] },
      secretValuesDocument: 'a: open-sesame',
    }
    const { effects, asked: ofLocations } = await applied({
      kind: 'HelmWorkloadInstance',
      name: 'wide',
      spec: wide,
    })
    expect(effects.objects).toMatchObject([{ name: 'wide-local', action: 'create', problem: null }])
    expect(JSON.stringify(effects)).not.toContain('open-sesame')
    // The runtime that it is going to have is known, although it is not ready.
    expect(ofLocations).toMatchObject([{ owner: { name: 'wide-local' } }])
    expect(effects.notes).toEqual([])
  })

  it('is not asked without workers, and is not compared at execution', async () => {
    const request = { mutation: 'test', args: {} }
    const work = (store: Store) => store.apply([instance({ valuesDocument: 'a: 2' })], write)
    const { plan } = await test.store.savePlan({ actor: write.actor, request }, work)
    expect(plan.effects.notes).toEqual([
      'The resources of Helm workload store in runtime space are not listed: no worker was asked.',
    ])
    await test.store.executePlan({ actor: write.actor, id: plan.id }, work)
  })
})

const object = { kind: 'HelmWorkloadInstance', project: 'default', name: 'store' }
const target = (place: ReleaseTarget['place'] = { id: 1n }, values = ''): ReleaseTarget => ({
  object,
  runtime: 'space',
  place,
  release: {
    owner: { id: '1', controlPlane: 'test', ...object },
    replace: false,
    ignored: [],
    installed: 'none',
    after: { definition: { values }, instance: {}, found: {} },
    arriving: { namespaces: [], kinds: [], software: false },
  },
})
const change: ReleaseFindings['changes'][number] = {
  change: { resource: 'Deployment/web', action: 'update', pods: 'restart', immutable: [], differences: [] },
  check: { result: 'accepted', reason: '', message: '', fields: [] },
  risk: { risk: 'brief', reason: 'Deployment/web: no probe' },
}
const part = (more: Partial<ReleaseFindings>): ReleaseFindings => ({
  changes: [],
  omitted: 0,
  problem: '',
  isLast: false,
  ...more,
})

describe('the answer of a worker', () => {
  async function effectsWith(
    answer: () => AsyncGenerator<ReleaseFindings>,
    { targets = [target()], listed = 0 } = {},
  ) {
    // Yields what each query is answered with.
    const found = await releaseEffects(answer as unknown as QueryWorkers, {
      targets,
      listed,
      deadline: 60_000,
    })
    return { ...found, resources: found.resources.map(({ resource }) => resource) }
  }
  const complete = async function* () {
    yield part({ changes: [change] })
    yield part({ omitted: 3, isLast: true })
  }
  const beginning = 'The resources of Helm workload store in runtime space are not listed: '

  it('has resources, risks and the number of those that are too many', async () => {
    expect(await effectsWith(complete)).toEqual({
      resources: ['Deployment/web'],
      notes: ['3 further resources of Helm workload store are not listed.'],
      risks: [{ object, risk: 'brief', reason: 'Deployment/web: no probe' }],
    })
    expect(await effectsWith(complete, { listed: 2000 })).toMatchObject({
      resources: [],
      notes: [expect.anything(), '1 further resources of Helm workloads are not listed.'],
    })
    const many = Array.from({ length: 51 }, () => target())
    const { resources, notes } = await effectsWith(complete, { targets: many })
    expect(resources).toHaveLength(50)
    expect(notes).toContain('The resources of 1 further Helm workloads are not listed.')
  })

  it.each<[string, () => AsyncGenerator<ReleaseFindings>, string]>([
    [
      'the chart cannot be rendered',
      async function* () {
        yield part({ problem: 'chart store has no version 9.', isLast: true })
      },
      `${beginning}chart store has no version 9.`,
    ],
    [
      'the cluster is away',
      async function* () {
        yield part({})
        throw new PlatformError('UNAVAILABLE', 'the cluster refuses connections')
      },
      `${beginning}the cluster refuses connections.`,
    ],
    [
      'the worker stops in between',
      async function* () {
        yield part({ changes: [change] })
      },
      `${beginning}some of them: they were not rendered and checked within 60 seconds.`,
    ],
  ])('is a note if %s', async (_, answer, note) => {
    expect((await effectsWith(answer)).notes).toEqual([note])
  })

  it('is not awaited for what cannot be asked', async () => {
    const missing = { reason: 'NoRuntime', message: 'the runtime does not exist yet' }
    expect(await effectsWith(complete, { targets: [target(missing)] })).toMatchObject({
      resources: [],
      notes: [`${beginning}the runtime does not exist yet.`],
    })
  })
})
