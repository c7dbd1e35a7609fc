import { expect, it } from 'vitest'
import { reduceSchema } from '../../../schema/kubernetes/custom-schemas.ts'
import type { SchemaReport } from '../../../schema/runtime-schemas.ts'
import { defaultRuntime, restartNamed, testStore, write } from '../../support/store.ts'

const test = testStore(defaultRuntime)

const kinds = { Database: reduceSchema({ type: 'object', properties: {} }) }
const version = (apiVersion: string, hash = '1') => ({ apiVersion, hash })
const [a, b] = [version('a.example.com/v1'), version('b.example.com/v1')]

async function stored(): Promise<string[]> {
  const { rows } = await test.database.sql.query<{ text: string }>(
    `SELECT "apiVersion" || ' ' || hash AS text FROM "RuntimeSchema" ORDER BY 1`,
  )
  return rows.map(({ text }) => text)
}

it('stores the schemas of a cluster, and returns the versions whose schemas are missing', async () => {
  const { id, epoch } = await restartNamed(test.store, 'KubernetesRuntimeInstance', 'space')
  const report = (given: SchemaReport) => test.store.reportSchemas(id, epoch, given)
  expect(await report({ served: [a, b], schemas: [] })).toEqual([a.apiVersion, b.apiVersion])
  expect(await report({ served: [a, b], schemas: [{ ...a, kinds }] })).toEqual([b.apiVersion])
  expect(await report({ served: [a, b], schemas: [{ ...b, kinds }] })).toEqual([])
  expect(await report({ served: [version(a.apiVersion, '2'), b], schemas: [] })).toEqual([a.apiVersion])
  expect(await stored()).toEqual(['a.example.com/v1 1', 'b.example.com/v1 1'])
  expect(await report({ served: [b], schemas: [] })).toEqual([])
  expect(await stored()).toEqual(['b.example.com/v1 1'])
})

it('refuses the report of a reconcile after which another one has started', async () => {
  const { id, epoch } = await restartNamed(test.store, 'KubernetesRuntimeInstance', 'space')
  const late = test.store.reportSchemas(id, epoch - 1, { served: [], schemas: [] })
  await expect(late).rejects.toMatchObject({ code: 'STALE_EPOCH' })
  expect(await stored()).toEqual(['b.example.com/v1 1'])
})

it('removes the schemas with the runtime', async () => {
  const target = { kind: 'KubernetesRuntimeInstance', name: 'space' }
  await test.store.delete([target], write)
  const { id, epoch } = await restartNamed(test.store, target.kind, target.name)
  await test.store.confirmDeletion({ id, epoch, leaveBehind: false }, write)
  expect(await test.store.find(target)).toBeUndefined()
  expect(await stored()).toEqual([])
})
