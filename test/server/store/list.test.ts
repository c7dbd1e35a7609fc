import { beforeAll, describe, expect, it } from 'vitest'
import type { ListFilter, ObjectListQuery } from '../../../schema/graphql/store-queries.ts'
import { maxConditions, maxFilterDepth, type ObjectFilter } from '../../../schema/object-filter.ts'
import type { ListCursor, OrderKey } from '../../../schema/object-order.ts'
import { createPolicy } from '../../../server/auth/policy.ts'
import { createActorStore } from '../../../server/store/actor/actor-store.ts'
import {
  restartNamed,
  defaultRuntime,
  reportOf,
  statusWith,
  testStore,
  workload,
  write,
} from '../../support/store.ts'

const test = testStore(defaultRuntime)

const labelsOf: Record<string, Record<string, string>> = {
  a: { team: 'red', tier: 'web' },
  b: { team: 'blue' },
  c: { team: 'red', tier: '' },
  d: {},
}
const upstream = { workloadInstance: 'a', upstreamHost: 'example.com' }

beforeAll(async () => {
  const { store } = test
  await store.create({ kind: 'Project', name: 'other', spec: {} }, write)
  await store.apply(
    Object.entries(labelsOf).flatMap(([name, labels]) => workload(name).map((each) => ({ ...each, labels }))),
    write,
  )
  await store.apply(
    [
      { kind: 'WorkloadServiceDependency', name: 'api', spec: { ...upstream, upstreamPort: 8443 } },
      { kind: 'WorkloadServiceDependency', name: 'eth', spec: { ...upstream, upstreamTls: false } },
      ...workload('x')
        .slice(0, 1)
        .map((each) => ({ ...each, project: 'other' })),
    ],
    write,
  )
  await store.report(reportOf(await restartNamed(store, 'WorkloadInstance', 'a')))
  const failed = { ...statusWith(false), phase: 'Failed' as const }
  await store.report(reportOf(await restartNamed(store, 'WorkloadInstance', 'b'), { status: failed }))
  await store.delete([{ kind: 'WorkloadInstance', name: 'd' }], write)
})

async function namesOf(filter: ListFilter, orderBy: readonly OrderKey[] = byName): Promise<string[]> {
  const { objects } = await test.store.list({ ...filter, orderBy, limit: 100 })
  expect(await test.store.count(filter)).toBe(objects.length)
  return objects.map(({ name }) => name)
}

const byName = [{ field: 'name', direction: 'asc' }] as const

describe('a filter of a list', () => {
  const instances = { kind: 'WorkloadInstance' }
  const dependencies = { kind: 'WorkloadServiceDependency' }
  it.each<[ObjectFilter, string]>([
    [instances, 'a b c d'],
    [{ kinds: ['Project', 'WorkloadServiceDependency'] }, 'api default eth other'],
    [{ kinds: [] }, ''],
    [{ projects: ['other', 'missing'] }, 'x'],
    [{ project: 'other' }, 'x'],
    [{ kind: 'WorkloadDefinition', not: { project: 'other' } }, 'a b c d'],
    [{ kinds: ['Project'], not: { projects: ['default'] } }, 'default other'],
    [{ ...instances, names: ['a', 'd', 'e'] }, 'a d'],
    [{ ...instances, labels: { team: 'red' } }, 'a c'],
    [{ ...instances, labels: { team: 'red', tier: 'web' } }, 'a'],
    [{ ...instances, labels: {} }, 'a b c d'],
    [{ ...instances, labelExpressions: [{ key: 'team', operator: 'In', values: ['red', 'green'] }] }, 'a c'],
    [{ ...instances, labelExpressions: [{ key: 'team', operator: 'NotIn', values: ['red'] }] }, 'b d'],
    [{ ...instances, labelExpressions: [{ key: 'tier', operator: 'Exists' }] }, 'a c'],
    [{ ...instances, labelExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] }, 'b d'],
    [
      {
        ...instances,
        labelExpressions: [
          { key: 'team', operator: 'Exists' },
          { key: 'tier', operator: 'NotIn', values: ['web'] },
        ],
      },
      'b c',
    ],
    [{ ...instances, phases: ['Failed', 'Deleting'] }, 'b d'],
    [{ ...instances, phases: ['Ready', 'Failed'] }, 'a b'],
    [{ ...instances, ready: true }, 'a'],
    [{ ...instances, ready: false, deleting: false }, 'b c'],
    [{ ...instances, deleting: true }, 'd'],
    [{ ...instances, not: { deleting: true } }, 'a b c'],
    [{ ...instances, or: [{ ready: true }, { deleting: true }] }, 'a d'],
    [{ ...instances, or: [] }, ''],
    [{ ...instances, and: [] }, 'a b c d'],
    [{ ...instances, and: [{ names: ['a', 'b'] }, { not: { names: ['a'] } }] }, 'b'],
    [{ ...instances, not: { not: { names: ['a'] } } }, 'a'],
    [{ ...instances, not: { or: [{ labels: { team: 'red' } }, { names: ['d'] }] } }, 'b'],
    [{ ...dependencies, specFields: { upstreamPort: 8443 } }, 'api'],
    [{ ...dependencies, specFields: { upstreamPort: [443, 80] } }, 'eth'],
    [{ ...dependencies, specFields: { upstreamTls: false, upstreamHost: 'example.com' } }, 'eth'],
    [{ ...dependencies, not: { specFields: { upstreamTls: false } } }, 'api'],
    [
      {
        or: [
          { ...dependencies, specFields: { upstreamPort: 443 } },
          { ...instances, names: ['c'] },
        ],
      },
      'c eth',
    ],
    [{ specFields: { definition: ['a', 'c'] } }, 'a c'],
    [{ ...instances, createdAfter: new Date(0), updatedAfter: new Date(0) }, 'a b c d'],
    [{ ...instances, createdBefore: new Date(0) }, ''],
    [{ ...instances, updatedBefore: new Date(1) }, ''],
  ])('matches %j with %j', async (filter, names) => {
    expect((await namesOf(filter)).join(' ')).toBe(names)
  })

  it('matches objects by the times of their changes', async () => {
    const a = await test.store.find({ kind: 'WorkloadInstance', name: 'a' })
    const { createdAt, updatedAt } = a ?? { createdAt: new Date(), updatedAt: new Date() }
    const one = { kind: 'WorkloadInstance', names: ['a'] }
    expect(await namesOf({ ...one, createdAfter: createdAt, updatedAfter: updatedAt })).toEqual(['a'])
    expect(await namesOf({ ...one, createdBefore: createdAt })).toEqual([])
    expect(await namesOf({ ...one, updatedBefore: updatedAt })).toEqual([])
    expect(await namesOf({ ...one, updatedBefore: new Date(updatedAt.getTime() + 1) })).toEqual(['a'])
  })

  it('matches objects by their references, in any field or in one', async () => {
    const id = (await test.store.find({ kind: 'WorkloadInstance', name: 'a' }))?.id ?? 0n
    expect(await namesOf({ references: id })).toEqual(['api', 'eth'])
    expect(await namesOf({ references: { id, field: 'workloadInstance' } })).toEqual(['api', 'eth'])
    expect(await namesOf({ references: { id, field: 'runtime' } })).toEqual([])
    expect(await namesOf({ kind: 'WorkloadServiceDependency', not: { references: id } })).toEqual([])
  })

  it('matches only within its scopes, whatever its other conditions are', async () => {
    const or = [{}, { project: 'other' }]
    expect(await namesOf({ or, within: [{ kinds: '*', projects: ['other'] }] })).toEqual(['other', 'x'])
    expect(await namesOf({ not: { or: [] }, within: [] })).toEqual([])
  })

  it('does not reveal objects outside of the scopes of an actor', async () => {
    const a = await test.store.find({ kind: 'WorkloadInstance', name: 'a' })
    const listed = async (kinds: readonly string[], filter: ObjectFilter): Promise<number[]> => {
      const rules = [{ verbs: ['read'], kinds, projects: '*' }] as const
      const actor = { kind: 'ADMIN', name: 'reader' } as const
      const store = createActorStore(test.store, { actor, policy: createPolicy(() => rules) })
      const { objects } = await store.list({ ...filter, orderBy: [], limit: 100 })
      return [objects.length, await store.count(filter)]
    }
    const references = a?.id ?? 0n
    const dependency = 'WorkloadServiceDependency'
    expect(await listed([dependency, 'WorkloadInstance'], { references })).toEqual([2, 2])
    expect(await listed([dependency], {})).toEqual([2, 2])
    expect(await listed([dependency], { references })).toEqual([0, 0])
    const inner = { or: [{ and: [{ not: { references: { id: references, field: 'workloadInstance' } } }] }] }
    expect(await listed([dependency], inner)).toEqual([2, 2])
    expect(await listed([], {})).toEqual([0, 0])
  })

  const nested = (depth: number): ObjectFilter => (depth === 0 ? {} : { not: nested(depth - 1) })
  it.each<[string, ObjectFilter, string]>([
    ['is too deep', nested(maxFilterDepth), 'is nested more than 10 levels deep'],
    ['is too wide', { or: Array.from({ length: maxConditions }, () => ({})) }, 'more than 100 conditions'],
    ['has an unknown kind', { kinds: ['Workload'] }, 'is not a kind'],
    ['has an unknown phase', { phases: ['Read'] }, 'is not a phase'],
    ['has an invalid label', { labels: { 'a b': 'c' } }, 'must be a label key'],
    ['has an invalid value of a label', { labels: { a: 'b c' } }, 'must be empty or have at most 63'],
    [
      'requires a label in no values',
      { labelExpressions: [{ key: 'a', operator: 'In' }] },
      'must not be empty for In',
    ],
    [
      'requires the existence of a label with values',
      { labelExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
      'must be empty for Exists',
    ],
    ['searches for too long a part', { search: 'a'.repeat(201) }, 'must have at most 200 characters'],
    [
      'searches for too many words',
      { text: 'a b c d e f g h i j k' },
      'must have at most 10 words, got 11 words',
    ],
    ['has too many names', { names: Array.from({ length: 1001 }, String) }, 'more than 1,000 entries'],
    [
      'has text that Postgres cannot store',
      { not: { search: '\0' } },
      'contains a character that cannot be stored',
    ],
    ['has an invalid time', { createdAfter: new Date(NaN) }, 'must be a time'],
    [
      'has a spec field that is not filterable',
      { kind: 'WorkloadDefinition', specFields: { yamlDocument: 'a' } },
      'is not a filterable field of WorkloadDefinition',
    ],
    [
      'has a secret',
      { kind: 'KubernetesRuntimeInstance', specFields: { kubeconfig: 'a' } },
      'is not a filterable field of KubernetesRuntimeInstance',
    ],
    [
      'has a value of another type',
      { kind: 'WorkloadServiceDependency', specFields: { upstreamPort: '443' } },
      'must be a number, got "443"',
    ],
    [
      'has an invalid value of an enum',
      { specFields: { drift: 'sometimes' } },
      'must be one of correct, report, off',
    ],
  ])('is refused if it %s', async (_, filter, message) => {
    for (const attempt of [test.store.count(filter), test.store.list({ ...filter, orderBy: [], limit: 1 })])
      await expect(attempt).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(message) as string,
        details: { fields: [{ remedy: expect.stringMatching(/\.$/) as string }] },
      })
  })
})

describe('an order of a list', () => {
  const kinds = ['WorkloadDefinition', 'WorkloadInstance', 'WorkloadServiceDependency', 'Project']
  const orders: OrderKey[][] = [
    [],
    [{ field: 'id', direction: 'desc' }],
    [{ field: 'name', direction: 'asc' }],
    [{ field: 'updatedAt', direction: 'desc' }],
    [
      { field: 'kind', direction: 'asc' },
      { field: 'name', direction: 'desc' },
    ],
    [
      { field: 'project', direction: 'desc' },
      { field: 'phase', direction: 'asc' },
      { field: 'createdAt', direction: 'desc' },
      { field: 'id', direction: 'asc' },
    ],
    [
      { field: 'phase', direction: 'asc' },
      { field: 'name', direction: 'asc' },
    ],
  ]
  const all = async (query: Partial<ObjectListQuery> & { orderBy: readonly OrderKey[] }) => {
    const { objects, cursors } = await test.store.list({ kinds, limit: 100, ...query })
    return objects.map(({ id }, index) => ({ id, cursor: cursors[index] }))
  }

  it.each(
    orders.map(
      (order) => [order.map(({ field, direction }) => `${field} ${direction}`).join(), order] as const,
    ),
  )('by "%s" is total, and the same in pages forward and backward', async (_, orderBy) => {
    const whole = await all({ orderBy })
    const ids = whole.map(({ id }) => id)
    expect(new Set(ids).size).toBe(await test.store.count({ kinds }))
    const pages = async (fromEnd: boolean): Promise<bigint[]> => {
      const found: bigint[][] = []
      for (let cursor: ListCursor | undefined; ;) {
        const from = cursor === undefined ? {} : fromEnd ? { before: cursor } : { after: cursor }
        const page = await all({ orderBy, limit: 3, fromEnd, ...from })
        if (page.length === 0) return (fromEnd ? found.toReversed() : found).flat()
        found.push(page.map(({ id }) => id))
        cursor = page.at(fromEnd ? 0 : -1)?.cursor
      }
    }
    expect(await pages(false)).toEqual(ids)
    expect(await pages(true)).toEqual(ids)
    const [after, before] = [whole[2]?.cursor, whole[6]?.cursor]
    const between = await all({ orderBy, ...(after && { after }), ...(before && { before }) })
    expect(between.map(({ id }) => id)).toEqual(ids.slice(3, 6))
    const backwards = orderBy.map(({ field, direction }) => ({
      field,
      direction: direction === 'asc' ? ('desc' as const) : ('asc' as const),
    }))
    // An empty order cannot be reversed.
    const expected = orderBy.length === 0 ? ids : ids.toReversed()
    expect((await all({ orderBy: backwards })).map(({ id }) => id)).toEqual(expected)
  })

  it('resolves the order of names by all keys', async () => {
    const orderBy = [
      { field: 'phase', direction: 'desc' },
      { field: 'name', direction: 'asc' },
    ] as const
    expect(await namesOf({ kind: 'WorkloadInstance' }, orderBy)).toEqual(['a', 'c', 'b', 'd'])
  })

  it('continues after an object that has been deleted', async () => {
    await test.store.create({ kind: 'Project', name: 'gone', spec: {} }, write)
    const orderBy = byName
    const { cursors } = await test.store.list({ kind: 'Project', orderBy, limit: 2 })
    await test.store.delete([{ kind: 'Project', name: 'gone' }], write)
    const [, after] = cursors
    const { objects } = await test.store.list({ kind: 'Project', orderBy, limit: 2, ...(after && { after }) })
    expect(objects.map(({ name }) => name)).toEqual(['other'])
  })

  it.each<[string, Partial<ObjectListQuery>]>([
    ['a cursor of another order', { after: { id: 1n, values: ['a', 'b'] } }],
    [
      'a cursor without a time',
      { orderBy: [{ field: 'updatedAt', direction: 'asc' }], after: { id: 1n, values: ['a'] } },
    ],
    ['a cursor with NUL', { before: { id: 1n, values: ['\0'] } }],
    ['a key that occurs twice', { orderBy: [...byName, ...byName] }],
    ['an unknown key', { orderBy: [{ field: 'spec' as 'name', direction: 'asc' }] }],
  ])('is refused with %s', async (_, query) => {
    await expect(test.store.list({ orderBy: byName, limit: 1, ...query })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it('retains the objects at the end of a list whose page is cut short', async () => {
    const data = 'x'.repeat(1_500_000)
    const yamlDocument = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: large\ndata:\n  a: ${data}\n`
    const names = ['big-1', 'big-2', 'big-3', 'big-4']
    for (const name of names)
      await test.store.create({ kind: 'WorkloadDefinition', name, spec: { yamlDocument } }, write)
    const read = async (fromEnd: boolean): Promise<[string[], boolean]> => {
      const { objects, isCut } = await test.store.list({ names, orderBy: byName, limit: 10, fromEnd })
      return [objects.map(({ name }) => name), isCut]
    }
    expect(await read(false)).toEqual([['big-1', 'big-2'], true])
    expect(await read(true)).toEqual([['big-3', 'big-4'], true])
  })
})
