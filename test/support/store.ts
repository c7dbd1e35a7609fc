import { randomBytes } from 'node:crypto'
import type { Begun, Store } from '../../schema/graphql/store.ts'
import { createEncryption } from '../../server/store/encryption.ts'
import { createStore } from '../../server/store/store.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export interface TestStore {
  database: TestDatabase
  store: Store
}

export const write = { actor: 'tester' }

/** A store on a database of its own, with the project `default`. */
export async function createTestStore(): Promise<TestStore> {
  const database = await createTestDatabase()
  const store = createStore({ database, encryption: createEncryption(randomBytes(32)) })
  await store.create({ kind: 'Project', name: 'default', spec: {} }, write)
  return { database, store }
}

/** A definition with one ConfigMap. */
export function definition(name: string, data = 'a') {
  const yamlDocument = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "${name}"\ndata:\n  value: "${data}"\n`
  return { kind: 'WorkloadDefinition', name, spec: { yamlDocument } }
}

/** A runtime that instances which name none go to, with its definition. */
export const defaultRuntime = [
  { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
  {
    kind: 'KubernetesRuntimeInstance',
    name: 'space',
    spec: { definition: 'simulated', defaultRuntime: true },
  },
]

/** Begins a reconcile in the place of whichever may still have the lease. */
export async function beginAnew(store: Store, id: bigint): Promise<Begun | undefined> {
  const [object] = await store.findMany([id])
  return store.begin(id, object?.epoch)
}
