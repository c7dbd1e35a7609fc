import { afterAll, beforeAll, expect, it } from 'vitest'
import { StartReconcileDocument } from '../../workers/generated/documents.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { defaultRuntime, definition, instance, write } from '../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { password: hidden }\n'
  const withSecret = { ...definition('secret'), spec: { yamlDocument: secret } }
  const definitions = [definition('short'), definition('long', 'a'.repeat(5000)), withSecret]
  const instances = definitions.map(({ name }) => instance(name))
  await server.store.apply([...defaultRuntime, ...definitions, ...instances], write)
})
afterAll(() => server.stop())

async function definitionOf(name: string): Promise<unknown> {
  const id = String((await server.store.find({ kind: 'WorkloadInstance', name }))?.id)
  const { body } = await server.workers(String(StartReconcileDocument), { id })
  expect(body).not.toHaveProperty('errors')
  return (body.data as unknown as { result: { definition: unknown } }).result.definition
}

it('starts a reconcile with the definition, unless that is long or has secrets', async () => {
  const { spec } = definition('short')
  expect(await definitionOf('short')).toEqual({ generation: 1, spec })
  expect(await definitionOf('long')).toBeNull()
  expect(await definitionOf('secret')).toBeNull()
})
