import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { definition, write } from '../../support/store.ts'

/** Refusals and warnings of policies, as the APIs return them. */

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  const rules = [
    { name: 'team', expression: 'has(object.labels.team)', message: 'has no team', remedy: 'Add the label.' },
    { name: 'short', expression: 'size(object.name) < 9', message: 'is long', remedy: 'Shorten it.' },
  ].map((rule, index) => ({
    ...rule,
    severity: index === 0 ? 'warn' : 'deny',
    field: index === 0 ? 'labels' : 'name',
  }))
  const spec = { kinds: ['WorkloadDefinition'], rules }
  await server.store.create({ kind: 'Policy', name: 'style', spec }, write)
})
afterAll(() => server?.stop())

const warning = 'has no team (rule "team" of policy "style"). Add the label.'
const refusal = { path: 'name', message: 'is long (rule "short" of policy "style")', remedy: 'Shorten it.' }

describe('a policy', () => {
  it('warns and refuses in mutations', async () => {
    const create = `mutation ($input: CreateWorkloadDefinitionInput!) {
      createWorkloadDefinition(input: $input) {
        warnings { code message }
        errors { code remedy ... on InvalidInputError { fields { path message remedy } } }
      }
    }`
    const inputOf = (name: string) => ({ input: { name, spec: definition(name).spec } })
    const warned = await server.graphql(create, inputOf('one'))
    expect(warned.body.data).toEqual({
      createWorkloadDefinition: {
        warnings: [{ code: 'POLICY', message: `WorkloadDefinition "one": ${warning}` }],
        errors: [],
      },
    })
    const refused = await server.graphql(create, inputOf('far-too-long'))
    expect(refused.body.data).toMatchObject({
      createWorkloadDefinition: {
        errors: [{ code: 'INVALID_INPUT', remedy: 'Shorten it.', fields: [refusal] }],
      },
    })
  })

  it('warns with each object of an apply, and in a plan', async () => {
    const documents = ['two', 'three'].map((name) => definition(name))
    const fields = 'results { warnings object { name } }'
    const apply = `mutation ($input: ApplyInput!) { apply(input: $input) { ${fields} } }`
    const plan = `query ($input: ApplyInput!) { plan(input: $input) { ${fields} } }`
    const results = documents.map(({ name }) => ({
      warnings: [`WorkloadDefinition "${name}": ${warning}`],
      object: { name },
    }))
    expect((await server.graphql(plan, { input: { documents } })).body.data).toEqual({ plan: { results } })
    expect((await server.graphql(apply, { input: { documents } })).body.data).toEqual({ apply: { results } })
  })

  it('warns and refuses in REST', async () => {
    const send = (name: string) =>
      server.rest('POST', '/v0/workload-definitions', {
        Name: name,
        YAMLDocument: definition(name).spec.yamlDocument,
      })
    const warned = await send('four')
    expect(warned.status).toBe(201)
    expect(warned.body.Status).toMatchObject({ warnings: [`WorkloadDefinition "four": ${warning}`] })
    const refused = await send('far-too-long')
    expect(refused.status).toBe(400)
    expect(refused.body.Status.fields).toMatchObject([{ message: refusal.message, remedy: refusal.remedy }])
  })

  it('warns over REST in a header as well, with escapes for what headers cannot contain', async () => {
    const rule = { name: 'team', expression: "has(object.labels.team) || object.name != 'umlaut'" }
    const spec = {
      kinds: ['Project'],
      rules: [{ ...rule, severity: 'warn', message: 'hat kein Team – ergänzen ✓', remedy: 'Add it.' }],
    }
    await server.store.create({ kind: 'Policy', name: 'foreign', spec }, write)
    const response = await server.app.inject({
      method: 'POST',
      url: '/v0/projects',
      headers: { authorization: `Bearer ${server.adminToken}` },
      payload: { Name: 'umlaut' },
    })
    expect(response.statusCode).toBe(201)
    expect(response.headers['warning']).toContain(String.raw`hat kein Team \u2013 erg\u00e4nzen \u2713`)
    expect(response.json()).toMatchObject({
      Status: { warnings: [expect.stringContaining('hat kein Team – ergänzen ✓')] },
    })
  })
})
