import { beforeAll, describe, expect, it } from 'vitest'
import { storeBuiltIns } from '../../../server/store/built-in.ts'
import { testStore, write } from '../../support/store.ts'

const test = testStore()
beforeAll(() => storeBuiltIns(test.store))

function profile(name: string, spec: object = {}, project = 'default') {
  return { kind: 'Profile', name, project, spec: { type: 'KubernetesRuntime', provider: 'kind', ...spec } }
}

function runtime(name: string, spec: object = {}, project = 'default') {
  return { kind: 'KubernetesRuntimeDefinition', name, project, spec }
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('the choice', () => {
  beforeAll(async () => {
    await test.store.create({ kind: 'Project', name: 'shop', labels: { team: 'web' }, spec: {} }, write)
    await test.store.apply(
      [
        profile('large', { parameters: { maxInstances: 5 }, conditions: { labels: { team: 'web' } } }),
        profile('plain', { provider: 'simulated' }),
      ],
      write,
    )
  })

  it('is recorded in the spec, with the version of the profile', async () => {
    const { spec } = await test.store.create(runtime('chosen', {}, 'shop'), write)
    expect(spec).toMatchObject({
      profile: 'default/large',
      profileVersion: 1,
      provider: 'kind',
      parameters: { maxInstances: 5 },
    })
    const other = await test.store.create(runtime('chosen'), write)
    expect(other.spec).toMatchObject({ profile: 'plain', profileVersion: 1, provider: 'simulated' })
    expect(other.spec).not.toHaveProperty('parameters')
  })

  it('follows the profile that the developer names', async () => {
    const { spec } = await test.store.create(runtime('named', { profile: 'plain' }, 'shop'), write)
    expect(spec).toMatchObject({ profile: 'default/plain', provider: 'simulated' })
  })

  it('is that of the developer, who may set a provider with parameters', async () => {
    const { spec } = await test.store.create(
      runtime('own', { provider: 'kind', parameters: { maxInstances: 2 } }),
      write,
    )
    expect(spec).toMatchObject({ provider: 'kind', parameters: { maxInstances: 2 } })
    expect(spec).not.toHaveProperty('profile')
    const refused = test.store.create(runtime('wrong', { provider: 'kind', parameters: { node: 2 } }), write)
    expect(await errorOf(refused)).toMatchObject({
      details: { fields: [{ path: 'spec.parameters.node', code: 'UNKNOWN_FIELD' }] },
    })
  })

  it('uses a profile of the same apply', async () => {
    const [, applied] = await test.store.apply(
      [profile('here', { parameters: { maxInstances: 7 } }, 'shop'), runtime('together', {}, 'shop')],
      write,
    )
    expect(applied?.object.spec).toMatchObject({ profile: 'here', parameters: { maxInstances: 7 } })
    await test.store.delete(
      [{ kind: 'KubernetesRuntimeDefinition', name: 'together', project: 'shop' }],
      write,
    )
    await test.store.delete([{ kind: 'Profile', name: 'here', project: 'shop' }], write)
  })

  it('stays when the profile changes, and when the same document is applied again', async () => {
    await test.store.update(
      { kind: 'Profile', name: 'large', spec: { parameters: { maxInstances: 6 } } },
      write,
    )
    for (const spec of [{}, { profile: 'large' }, { profile: 'default/large', profileVersion: 1 }]) {
      const [applied] = await test.store.apply([runtime('chosen', spec, 'shop')], write)
      expect(applied).toMatchObject({
        result: 'unchanged',
        object: { spec: { profileVersion: 1, parameters: { maxInstances: 5 } } },
      })
    }
  })

  it('cannot be edited', async () => {
    for (const change of [{ profile: 'plain' }, { parameters: { maxInstances: 9 } }, { profileVersion: 2 }]) {
      const edit = { kind: 'KubernetesRuntimeDefinition', name: 'chosen', project: 'shop', spec: change }
      expect(await errorOf(test.store.update(edit, write))).toMatchObject({
        details: { fields: [{ path: `spec.${Object.keys(change)[0] ?? ''}`, code: 'IMMUTABLE' }] },
      })
    }
  })

  it('is refused with the reasons if no profile applies', async () => {
    const named = test.store.create(runtime('none', { profile: 'large' }), write)
    expect(await errorOf(named)).toMatchObject({
      details: {
        fields: [
          {
            path: 'spec.profile',
            code: 'NOT_FOUND',
            message: expect.stringContaining('label team=web') as string,
          },
        ],
      },
    })
  })

  it('keeps its profile from being deleted, and names the users', async () => {
    const refused = test.store.delete([{ kind: 'Profile', name: 'large' }], write)
    expect(await errorOf(refused)).toMatchObject({
      code: 'BLOCKED',
      details: { by: [{ kind: 'KubernetesRuntimeDefinition', name: 'chosen' }] },
    })
  })
})

describe('a tie', () => {
  it('is refused when the second profile is saved, also in one apply', async () => {
    const conditions = { locations: ['Local'] }
    await test.store.create(profile('one', { conditions }), write)
    const refused = test.store.create(profile('two', { conditions: { locations: ['Local', 'x'] } }), write)
    expect(await errorOf(refused)).toMatchObject({
      code: 'CONFLICT',
      details: { fields: [{ path: 'spec.conditions' }], by: [{ kind: 'Profile', name: 'one' }] },
    })
    await test.store.create(profile('two', { conditions, default: true }), write)
    const pair = [profile('a', {}, 'shop'), profile('b', {}, 'shop')]
    expect(await errorOf(test.store.apply(pair, write))).toMatchObject({ code: 'CONFLICT' })
  })

  it('never arises from concurrent writes', async () => {
    const writes = Array.from({ length: 8 }, (_, index) =>
      test.store.create(profile(`race-${index}`, { conditions: { engine: ['race'] } }), write),
    )
    const results = await Promise.allSettled(writes)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('profiles', () => {
  it('are checked against the schema of their provider', async () => {
    const cases: [object, string][] = [
      [{ type: 'Databse' }, 'spec.type'],
      [{ provider: 'oke' }, 'spec.provider'],
      [{ parameters: { maxInstances: 0 } }, 'spec.parameters.maxInstances'],
      [{ parameters: { size: 1 } }, 'spec.parameters.size'],
      [{ limits: [{ field: 'x' }] }, 'spec.limits[0]'],
      [{ limits: [{ field: 'x', minimum: 2, maximum: 1 }] }, 'spec.limits[0].minimum'],
    ]
    for (const [spec, path] of cases)
      expect(await errorOf(test.store.create(profile('bad', spec), write))).toMatchObject({
        details: { fields: [{ path }] },
      })
  })

  it('limit what developers set', async () => {
    const limits = [{ field: 'parameters.maxInstances', maximum: 3 }]
    await test.store.create(
      profile('limited', { conditions: { labels: { limited: 'yes' } }, default: true, limits }),
      write,
    )
    const labelled = (name: string) => ({ ...runtime(name), labels: { limited: 'yes' } })
    const { spec } = await test.store.create(labelled('within'), write)
    expect(spec).toMatchObject({ profile: 'limited', provider: 'kind' })
    await test.store.update(
      { kind: 'Profile', name: 'limited', spec: { parameters: { maxInstances: 4 } } },
      write,
    )
    expect(await errorOf(test.store.create(labelled('above'), write))).toMatchObject({
      details: {
        fields: [
          {
            path: 'spec.parameters.maxInstances',
            value: '4',
            message: 'must be at most 3, a limit of profile "limited"',
          },
        ],
      },
    })
  })

  it('that ship with QleetOS cannot be changed or deleted, and are stored again without a change', async () => {
    const target = { kind: 'Profile', name: 'cloudnative-pg' }
    const edit = { ...target, spec: { description: 'mine' } }
    expect(await errorOf(test.store.update(edit, write))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await errorOf(test.store.delete([target], write))).toMatchObject({ code: 'FORBIDDEN' })
    const before = await test.store.find(target)
    await storeBuiltIns(test.store)
    expect((await test.store.find(target))?.version).toBe(before?.version)
  })
})

describe('a roll', () => {
  const labels = { rolled: 'yes', twice: 'yes' }
  const target = { name: 'rolled' }

  async function versionsOf(names: readonly string[]): Promise<unknown[]> {
    const found = await Promise.all(
      names.map((name) => test.store.find({ kind: 'KubernetesRuntimeDefinition', name })),
    )
    return found.map((object) => {
      const { profileVersion, parameters } = (object?.spec ?? {}) as Record<string, { maxInstances?: number }>
      return [profileVersion, parameters?.maxInstances]
    })
  }

  beforeAll(async () => {
    const spec = { conditions: { labels }, parameters: { maxInstances: 1 } }
    const users = ['u1', 'u2', 'u3'].map((name) => ({ ...runtime(name), labels }))
    await test.store.apply([profile('rolled', spec), ...users], write)
    await test.store.update({ kind: 'Profile', ...target, spec: { parameters: { maxInstances: 2 } } }, write)
  })

  it('shows in a dry run what would change, and changes nothing', async () => {
    const rolled = await test.store.rollProfile({ profile: target }, { ...write, dryRun: true })
    expect(
      rolled.map(({ object, differences }) => [object.name, differences.map(({ path }) => path)]),
    ).toEqual(
      ['u1', 'u2', 'u3'].map((name) => [name, ['spec.parameters.maxInstances', 'spec.profileVersion']]),
    )
    expect(await versionsOf(['u1'])).toEqual([[1, 1]])
  })

  it('moves one object, then all others', async () => {
    const one = { kind: 'KubernetesRuntimeDefinition', name: 'u2' }
    await test.store.rollProfile({ profile: target, objects: [one] }, write)
    expect(await versionsOf(['u1', 'u2', 'u3'])).toEqual([
      [1, 1],
      [2, 2],
      [1, 1],
    ])
    const rest = await test.store.rollProfile({ profile: target }, write)
    expect(rest.map(({ object }) => object.name)).toEqual(['u1', 'u3'])
    expect(await versionsOf(['u1', 'u3'])).toEqual([
      [2, 2],
      [2, 2],
    ])
    expect(await test.store.rollProfile({ profile: target }, write)).toEqual([])
  })

  it('refuses an object that does not use the profile, and a provider that cannot change', async () => {
    const other = { kind: 'KubernetesRuntimeDefinition', name: 'own' }
    expect(await errorOf(test.store.rollProfile({ profile: target, objects: [other] }, write))).toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    )
    const edit = { kind: 'Profile', ...target, spec: { provider: 'simulated', parameters: null } }
    await test.store.update(edit, write)
    expect(await errorOf(test.store.rollProfile({ profile: target }, write))).toMatchObject({
      details: {
        fields: [0, 1, 2].map((index) => ({ path: `objects[${index}].spec.provider`, code: 'IMMUTABLE' })),
      },
    })
  })
})
