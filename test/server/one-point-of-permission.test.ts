import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  extendSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  type GraphQLObjectType,
} from 'graphql'
import { schema } from '../../schema/graphql/schema.ts'
import type { Store } from '../../schema/graphql/store.ts'
import { roles, type Rule } from '../../schema/permissions.ts'
import { createPolicy } from '../../server/auth/policy.ts'
import { createActorStore } from '../../server/store/actor/actor-store.ts'
import { codeOf, open, operationOf, operations, routesOf } from '../support/operations.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { definition, write } from '../support/store.ts'
import { subscribeByStream } from '../support/raw-subscription.ts'
import { urlOf } from '../support/fake-worker.ts'

/* Every read and write of every API checks the policy: an addition that does not is found here. */

/** Records each call of a store. */
function watched(store: Store, calls: string[]): Store {
  const methods = Object.entries(store).map(([name, member]: [string, unknown]) => [
    name,
    (...args: unknown[]) => {
      calls.push(name)
      return (member as (...all: unknown[]) => unknown)(...args)
    },
  ])
  // Each method is replaced by one with the same parameters and the same result.
  return Object.fromEntries(methods) as Store
}

describe('a policy that permits nothing', () => {
  const calls: string[] = []
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(undefined, {
      policy: createPolicy(() => []),
      instead: (store) => watched(store, calls),
      schema: schemaWithoutCheck(),
    })
  })
  afterAll(() => server.stop())

  it.each(operations)('refuses $type $name at $path', async ({ type, field, path }) => {
    const query = `${type.toLowerCase()} { result: ${operationOf(field)} }`
    expect(await codeOf(server, { type, query, token: server.adminToken, path })).toBe('FORBIDDEN')
    expect(calls).toEqual([])
  })

  it('refuses every route', async () => {
    const answered: string[] = []
    for (const { method, url } of routesOf(server.app.printRoutes({ commonPrefix: false }))) {
      if (url.includes('/graphql') || open.some((pattern) => pattern.test(url))) continue
      const path = url.replace(':id', '1').replace('*', 'x')
      const headers = { authorization: `Bearer ${server.adminToken}` }
      const { statusCode } = await server.app.inject({ method: method as 'GET', url: path, headers })
      if (statusCode !== 403) answered.push(`${method} ${url}: ${statusCode}`)
    }
    expect(answered).toEqual([])
    expect(calls).toEqual([])
  })

  it('refuses or hides in each method of the store, and does not call it', async () => {
    const actor = { kind: 'ADMIN', name: 'admin' } as const
    const store = createActorStore(watched(server.store, calls), { actor, policy: createPolicy(() => []) })
    const shown: string[] = []
    for (const name of Object.keys(server.store)) {
      if (name === 'objectScopes') continue
      const method = (store as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[name]
      // Arguments that suit some of the methods are enough: none of them uses them.
      const result = await method?.([], []).catch((error: { code?: string }) => error.code)
      const isNothing = result === undefined || result === 0 || result === 'FORBIDDEN'
      const isEmpty = /^\[\]$|"(objects|referrers)":\[\]/.test(JSON.stringify(result ?? ''))
      if (method === undefined || (!isNothing && !isEmpty)) shown.push(name)
    }
    expect(shown).toEqual([])
    expect(calls).toEqual([])
  })

  it('detects an operation without a check', async () => {
    const query = '{ result: unchecked }'
    expect(await codeOf(server, { type: 'Query', query, token: server.adminToken })).not.toBe('FORBIDDEN')
  })

  /** The schema with an operation that reads without the policy. */
  function schemaWithoutCheck() {
    const extended = extendSchema(schema, parse('extend type Query { unchecked: Int! }'))
    const field = extended.getQueryType()?.getFields()['unchecked']
    if (field !== undefined) field.resolve = () => server.store.count({})
    return extended
  }
})

describe('a policy that permits reads of one project', () => {
  const rules: Rule[] = [{ verbs: ['read', 'audit'], kinds: '*', projects: ['mine'] }]
  let server: TestServer
  let mine: Set<string>
  let theirs: Set<string>
  beforeAll(async () => {
    server = await createTestServer(undefined, {
      policy: createPolicy(({ kind }) => (kind === 'ADMIN' ? rules : roles.WORKER)),
    })
    await seed(server)
    const { objects } = await server.store.list({ orderBy: [{ field: 'id', direction: 'asc' }], limit: 100 })
    const ids = (isOwn: boolean): Set<string> =>
      new Set(objects.filter(({ name }) => name.startsWith('mine') === isOwn).map(({ id }) => String(id)))
    ;[mine, theirs] = [ids(true), ids(false)]
    expect(Math.min(mine.size, theirs.size)).toBeGreaterThanOrEqual(5)
  })
  afterAll(() => server.stop())

  it('shows the objects of the project in lists, and no others', async () => {
    const { body } = await server.graphql('{ objects { totalCount edges { node { id } } } }')
    const { totalCount, edges } = body.data?.['objects'] as unknown as Connection
    expect(new Set(edges.map(({ node }) => node.id))).toEqual(mine)
    expect(totalCount).toBe(mine.size)
  })

  it('hides all others from callers that know their ids or names', async () => {
    const { body } = await server.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: [...theirs],
    })
    expect(body.data?.['nodes']).toEqual([...theirs].map(() => null))
    const named =
      '{ object(by: { named: { kind: WorkloadInstance, name: "theirs-app", project: "theirs" } }) { id } }'
    expect((await server.graphql(named)).body).toEqual({ data: { object: null } })
  })

  it('hides them behind every field that returns an object', async () => {
    const walked: string[] = []
    const crossing = new Set<string>()
    for (const id of mine) {
      const { body } = await server.graphql(`{ node(id: ${id}) { __typename } }`)
      const { __typename: name } = body.data?.['node'] as unknown as { __typename: string }
      for (const { field, selection } of fieldsWithObjects(name)) {
        walked.push(`${name}.${field}`)
        const query = `{ node(id: ${id}) { ... on ${name} { ${field} ${selection} } } }`
        const everything = await server.graphql(query, {}, server.workerToken)
        if (JSON.stringify(everything.body).includes('theirs')) crossing.add(field)
        const response = await server.graphql(query)
        const text = JSON.stringify(response.body)
        expect(`${name}.${field} ${text}`).not.toContain('theirs')
        expect(text).not.toContain('INTERNAL')
        const shown = response.body.data?.['node'] as unknown as Record<string, Partial<Connection>> | null
        const { edges = [], totalCount = edges.length } = shown?.[field] ?? {}
        expect(totalCount).toBe(edges.length)
      }
    }
    // A caller that may read everything finds them there.
    expect([...crossing].sort()).toEqual([
      'definition',
      'owned',
      'owners',
      'referrers',
      'runtime',
      'waitingFor',
      'workloadInstances',
    ])
    expect(walked.length).toBeGreaterThan(30)
  })

  it('hides the events and resources of others', async () => {
    const page = { take: 10, skip: 0 }
    const policy = createPolicy(() => rules)
    const store = createActorStore(server.store, { actor: { kind: 'ADMIN', name: 'admin' }, policy })
    for (const id of theirs) {
      expect(await store.events(BigInt(id), page)).toEqual([])
      expect(await store.appliedResources(BigInt(id), page)).toEqual([])
    }
    const counts = await Promise.all([...mine].map((id) => store.events(BigInt(id), page)))
    expect(counts.flat().length).toBeGreaterThan(0)
  })

  it('omits their changes, also in subscriptions', async () => {
    const query =
      '{ changes(first: 1000) { totalCount nodes { objectId name specAfter object { id name } } } }'
    const { body } = await server.graphql(query)
    const { nodes } = body.data?.['changes'] as unknown as { nodes: { objectId: string }[] }
    const ids = nodes.map((each) => each.objectId)
    expect(new Set(ids)).toEqual(mine)
    const stream = subscribeByStream({
      url: urlOf(server),
      token: server.adminToken,
      query: 'subscription { changes(after: "0") { objectId name object { id } } }',
    })
    await server.store.create({ ...definition('theirs-new'), project: 'theirs' }, write)
    const last = await server.store.create({ ...definition('mine-new'), project: 'mine' }, write)
    const seen = (): string[] =>
      stream.received.map(({ data }) => (data?.['changes'] as { objectId: string }).objectId)
    await expect.poll(seen).toContain(String(last.id))
    stream.end()
    expect(new Set(seen())).toEqual(new Set([...mine, String(last.id)]))
    await server.database.sql.query('DELETE FROM "Object" WHERE name IN ($1, $2)', ['theirs-new', 'mine-new'])
  })

  it('hides them from REST', async () => {
    const { body } = await server.rest('GET', '/v0/workload-instances?size=-1')
    expect(body.Data?.map(({ Name }) => Name)).toEqual(['mine-app'])
    for (const id of theirs)
      expect((await server.rest('GET', `/v0/workload-instances/${id}`)).status).toBe(404)
  })

  it('permits writes by its rules, and no others', async () => {
    rules.push({ verbs: ['write', 'delete'], kinds: ['WorkloadDefinition'], projects: ['mine'] })
    const apply =
      'mutation ($d: [ObjectDocumentInput!]!) { apply(input: { documents: $d }, options: { dryRun: true }) { changeCursor } }'
    const code = async (project: string, kind: string): Promise<string | undefined> => {
      const d = [{ ...definition('mine-other'), project, kind }]
      return (await server.graphql(apply, { d })).body.errors?.[0]?.extensions.code
    }
    expect(await code('mine', 'WorkloadDefinition')).toBe(undefined)
    expect(await code('mine', 'WorkloadInstance')).toBe('FORBIDDEN')
    expect(await code('theirs', 'WorkloadDefinition')).toBe('FORBIDDEN')
    const [id] = theirs
    const gone = await server.graphql(
      'mutation ($id: ID!) { deleteObjects(input: { objects: [{ target: { id: $id } }] }) { changeCursor } }',
      {
        id,
      },
    )
    expect(gone.body.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    rules.pop()
  })
})

interface Connection {
  totalCount: number
  edges: { node: { id: string } }[]
}

/** Returns the fields of a type that have objects or rows of them, with a selection that identifies them. */
function fieldsWithObjects(name: string): { field: string; selection: string }[] {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is not a type of objects`)
  return Object.values(type.getFields()).flatMap(({ name: field, type: of, args }) => {
    const named = getNamedType(of)
    if (isLeafType(named) || args.some(isRequiredArgument)) return []
    const fields = (named as GraphQLObjectType).getFields()
    if ('edges' in fields) {
      const edges = getNamedType(fields['edges']?.type) as GraphQLObjectType
      const node = getNamedType(edges.getFields()['node']?.type) as GraphQLObjectType
      const total =
        'totalCount' in fields && !['events', 'appliedResources'].includes(field) ? 'totalCount' : ''
      return [{ field, selection: `{ ${total} edges { node ${leavesOf(node)} } }` }]
    }
    return 'id' in fields ? [{ field, selection: leavesOf(named as GraphQLObjectType) }] : []
  })
}

function leavesOf(type: GraphQLObjectType): string {
  const leaves = ['id', 'name', 'projectName', 'note'].filter((field) => field in type.getFields())
  return `{ ${leaves.join(' ')} }`
}

/** Two projects whose objects reference, own and await each other in every direction. */
async function seed({ store, database }: TestServer): Promise<void> {
  for (const name of ['mine', 'theirs']) await store.create({ kind: 'Project', name, spec: {} }, write)
  const other: Record<string, string> = { mine: 'theirs', theirs: 'mine' }
  for (const project of ['mine', 'theirs']) {
    const runtime = { kind: 'KubernetesRuntimeDefinition', name: `${project}-cluster` }
    await store.create({ ...definition(`${project}-definition`), project }, write)
    await store.create({ ...runtime, project, spec: { provider: 'simulated' } }, write)
    await store.create(
      {
        kind: 'KubernetesRuntimeInstance',
        name: `${project}-space`,
        project,
        spec: { definition: `${project}/${project}-cluster` },
      },
      write,
    )
  }
  for (const project of ['mine', 'theirs']) {
    const [own, from] = [project, other[project] ?? '']
    await store.create(
      {
        kind: 'WorkloadInstance',
        name: `${own}-app`,
        project,
        spec: { definition: `${from}/${from}-definition`, runtime: `${from}/${from}-space` },
      },
      write,
    )
  }
  const { objects } = await store.list({ orderBy: [{ field: 'id', direction: 'asc' }], limit: 100 })
  for (const { id, name } of objects) {
    if (name === 'default') continue
    await store.recordEvent(id, { type: 'Normal', reason: 'Test', note: `an event of ${name}` })
    const from = name.startsWith('mine') ? 'theirs' : 'mine'
    const target = objects.find((each) => each.name === name.replace(/^\w+?(?=-|$)/, from))
    if (target === undefined) continue
    await database.sql.query('INSERT INTO "Ownership" ("ownerId", "ownedId") VALUES ($1, $2)', [
      id,
      target.id,
    ])
    await database.sql.query('UPDATE "Object" SET "waitingForId" = $2 WHERE id = $1', [id, target.id])
  }
}
