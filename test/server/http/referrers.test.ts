import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { defaultRuntime, definition, write } from '../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  const workload = (name: string) => ({
    kind: 'WorkloadInstance',
    name,
    spec: { definition: 'shared', runtime: 'space' },
  })
  await server.store.apply([...defaultRuntime, definition('shared'), definition('alone')], write)
  await server.store.apply(['a', 'b', 'c'].map(workload), write)
})
afterAll(() => server.stop())

interface Page {
  totalCount: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null }
  edges: { field: string; node: { kind: string; name: string } }[]
}

const text = `query ($by: AnyObjectReferenceInput!, $first: Int, $after: String, $last: Int) {
  result: object(by: $by) { referrers(first: $first, after: $after, last: $last) {
    totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { field node { kind name } }
  } }
}`

async function referrers(kind: string, name: string, place: object = {}): Promise<Page> {
  const { body } = await server.graphql(text, { by: { named: { kind, name } }, ...place })
  expect(body.errors).toBeUndefined()
  return (body.data as unknown as { result: { referrers: Page } }).result.referrers
}

describe('referrers', () => {
  it('are the objects that reference one, each with the referencing field', async () => {
    const { totalCount, edges } = await referrers('WorkloadDefinition', 'shared')
    expect(totalCount).toBe(3)
    expect(edges).toEqual(
      ['a', 'b', 'c'].map((name) => ({ field: 'definition', node: { kind: 'WorkloadInstance', name } })),
    )
    const { edges: ofRuntime } = await referrers('KubernetesRuntimeInstance', 'space')
    expect(ofRuntime.map(({ field, node }) => `${field} ${node.name}`)).toEqual([
      'runtime a',
      'runtime b',
      'runtime c',
    ])
    expect(await referrers('WorkloadDefinition', 'alone')).toMatchObject({ totalCount: 0, edges: [] })
  })

  it('come in pages', async () => {
    const first = await referrers('WorkloadDefinition', 'shared', { first: 2 })
    expect(first.edges.map(({ node }) => node.name)).toEqual(['a', 'b'])
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const after = first.pageInfo.endCursor
    const second = await referrers('WorkloadDefinition', 'shared', { first: 2, after })
    expect(second.edges.map(({ node }) => node.name)).toEqual(['c'])
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  })

  it.each([
    ['last', { first: 1, last: 1 }],
    ['first', { first: 1001 }],
    ['after', { after: 'nowhere' }],
  ])('are refused if %s makes no sense', async (path, place) => {
    const { body } = await server.graphql(text, {
      by: { named: { kind: 'WorkloadDefinition', name: 'shared' } },
      ...place,
    })
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path }] })
  })
})
