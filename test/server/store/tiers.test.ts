import { beforeAll, describe, expect, it } from 'vitest'
import { storeBuiltIns } from '../../../server/store/built-in.ts'
import { statementsOf } from '../../support/sent-statements.ts'
import { defaultRuntime, definition, instance, testStore, write } from '../../support/store.ts'

const test = testStore()

function project(name: string, tier?: string) {
  return { kind: 'Project', name, spec: tier === undefined ? {} : { tier } }
}

function tier(name: string, spec: object = {}) {
  return { kind: 'Tier', name, spec: { criticality: 10, ...spec } }
}

function inProject<Document extends object>(name: string, document: Document) {
  return { ...document, project: name }
}

/** Returns an instance in a project, in the runtime of project `default`. */
function instanceIn(owner: string, name: string, spec: object = {}) {
  const given = { definition: 'default/web', runtime: 'default/space', ...spec }
  return { kind: 'WorkloadInstance', name, project: owner, spec: given }
}

async function fieldsOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown as { details?: { fields?: unknown } },
  )
  return error?.details?.fields
}

beforeAll(async () => {
  await storeBuiltIns(test.store)
  await test.store.apply([...defaultRuntime, definition('web')], write)
})

describe('the tier of an object', () => {
  beforeAll(() =>
    test.store.apply([project('prod', 'production'), project('dev', 'development'), project('none')], write),
  )

  it('is that of its project, and its protection makes every removal wait for a confirmation', async () => {
    const { spec } = await test.store.create(instanceIn('prod', 'a'), write)
    expect(spec).toMatchObject({ guard: 'on', guardThresholds: { always: 1 } })
    expect(spec).not.toHaveProperty('tier')
    const other = await test.store.create(instanceIn('dev', 'a'), write)
    expect(other.spec).not.toHaveProperty('guardThresholds')
  })

  it('is its own if that is more critical, and else refused', async () => {
    const own = await test.store.create(instanceIn('dev', 'b', { tier: 'production' }), write)
    expect(own.spec).toMatchObject({ guardThresholds: { always: 1 } })
    const alone = await test.store.create(instanceIn('none', 'b', { tier: 'production' }), write)
    expect(alone.spec).toMatchObject({ guardThresholds: { always: 1 } })
    expect(
      await fieldsOf(test.store.create(instanceIn('prod', 'b', { tier: 'development' }), write)),
    ).toEqual([
      expect.objectContaining({
        path: 'spec.tier',
        value: '"development"',
        message: 'is less critical than "production", the tier of project "prod"',
        remedy: 'Remove it, or use a tier with a criticality of at least 100.',
      }),
    ])
  })

  it('with protection forbids to remove the guard', async () => {
    for (const spec of [{ guard: 'off' }, { guardThresholds: { always: 5 } }])
      expect(await fieldsOf(test.store.create(instanceIn('prod', 'c', spec), write))).toMatchObject([
        { code: 'FORBIDDEN', message: 'is not possible with the protection of tier "production"' },
      ])
  })

  it('cannot be deleted while it is used', async () => {
    await test.store.apply([tier('used'), project('user', 'used')], write)
    const refused = test.store.delete([{ kind: 'Tier', name: 'used' }], write)
    await expect(refused).rejects.toMatchObject({
      code: 'BLOCKED',
      details: { by: [{ kind: 'Project', name: 'user' }] },
    })
  })
})

describe('limits', () => {
  const limits = [{ kind: 'WorkloadInstance', field: 'scale[].replicas', maximum: 3, minimum: 1 }]

  it('are refused with field, value, limit, source and remedy, in creations, edits and applies', async () => {
    await test.store.apply([tier('small', { limits }), project('limited', 'small')], write)
    const scale = (replicas: number) => ({
      scale: [
        { name: 'x', replicas: 2 },
        { name: 'web', replicas },
      ],
    })
    const error = {
      path: 'spec.scale[1].replicas',
      code: 'OUT_OF_RANGE',
      message: 'must be at most 3, a limit of tier "small"',
      value: '5',
      remedy: 'Use at most 3, or ask your platform team to change tier "small".',
    }
    expect(await fieldsOf(test.store.create(instanceIn('limited', 'a', scale(5)), write))).toEqual([error])
    const { id } = await test.store.create(instanceIn('limited', 'a', scale(3)), write)
    expect(await fieldsOf(test.store.update({ id, spec: scale(5) }, write))).toEqual([error])
    const together = [project('new', 'small'), instanceIn('new', 'a', scale(0))]
    expect(await fieldsOf(test.store.apply(together, write))).toMatchObject([
      { path: 'documents[1].spec.scale[1].replicas', message: 'must be at least 1, a limit of tier "small"' },
    ])
  })
})

describe('defaults', () => {
  it('fill in omitted fields of new and changed objects', async () => {
    const defaults = [{ kind: 'WorkloadInstance', field: 'drift', value: 'report' }]
    await test.store.apply([tier('reporting', { defaults }), project('reported', 'reporting')], write)
    const { spec } = await test.store.create(instanceIn('reported', 'a'), write)
    expect(spec).toMatchObject({ drift: 'report' })
    const own = await test.store.create(instanceIn('reported', 'b', { drift: 'off' }), write)
    expect(own.spec).toMatchObject({ drift: 'off' })
    const [again] = await test.store.apply([instanceIn('reported', 'a')], write)
    expect(again?.result).toBe('unchanged')
  })

  it('must fit the kind', async () => {
    const cases: [object, string][] = [
      [{ defaults: [{ kind: 'Workload', field: 'drift', value: 'off' }] }, 'spec.defaults[0].kind'],
      [{ defaults: [{ kind: 'WorkloadInstance', field: 'drfit', value: 'off' }] }, 'spec.defaults[0].field'],
      [{ defaults: [{ kind: 'WorkloadInstance', field: 'runtime', value: 'x' }] }, 'spec.defaults[0].field'],
      [{ defaults: [{ kind: 'WorkloadInstance', field: 'drift', value: 'no' }] }, 'spec.defaults[0].value'],
      [{ quotas: [{ kind: 'Pod', maximum: 1 }] }, 'spec.quotas[0].kind'],
    ]
    for (const [spec, path] of cases)
      expect(await fieldsOf(test.store.create(tier('bad', spec), write))).toMatchObject([{ path }])
  })
})

describe('quotas', () => {
  const quotas = [{ kind: 'WorkloadInstance', maximum: 3 }]
  beforeAll(() => test.store.create(tier('three', { quotas }), write))

  it('are refused with the quota and its source, and free again after a deletion', async () => {
    await test.store.create(project('full', 'three'), write)
    const documents = ['a', 'b', 'c', 'd'].map((name) => instanceIn('full', name))
    expect(await fieldsOf(test.store.apply(documents, write))).toEqual([
      {
        path: 'documents[3].name',
        code: 'TOO_MANY',
        value: '"d"',
        message:
          'would be object 4 of kind WorkloadInstance in project "full", whose tier "three" has a quota of 3',
        remedy: 'Delete one that is not needed, or ask your platform team for a higher quota.',
      },
    ])
    await test.store.apply(documents.slice(0, 3), write)
    await test.store.apply(documents.slice(0, 3), write)
    expect(await fieldsOf(test.store.create(instanceIn('full', 'd'), write))).toMatchObject([
      { code: 'TOO_MANY' },
    ])
  })

  it('hold for a project of the same apply', async () => {
    const documents = ['a', 'b', 'c', 'd'].map((name) => instanceIn('whole', name))
    expect(await fieldsOf(test.store.apply([project('whole', 'three'), ...documents], write))).toMatchObject([
      { path: 'documents[4].name' },
    ])
  })

  it('are never exceeded by concurrent creations', async () => {
    await test.store.create(project('raced', 'three'), write)
    const names = Array.from({ length: 12 }, (_, index) => `i${index}`)
    const results = await Promise.allSettled(
      names.map((name) => test.store.create(instanceIn('raced', name), write)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await test.store.count({ kind: 'WorkloadInstance', project: 'raced' })).toBe(3)
  })
})

describe('tiers', () => {
  it('belong to the project that all projects share', async () => {
    expect(await fieldsOf(test.store.create(inProject('none', tier('lost')), write))).toMatchObject([
      { path: 'spec', code: 'FORBIDDEN' },
    ])
  })

  it('cost no statement when an object is created without one', async () => {
    const statements = await statementsOf(test.database.sql, () =>
      test.store.create(instance('plain', { definition: 'web', runtime: 'space' }), write),
    )
    expect(statements.map(({ name }) => name)).toEqual(['find-any-schema', 'create-together'])
  })
})
