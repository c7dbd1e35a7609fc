import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { StoredObject } from '../../prisma/client.ts'
import { trustedPolicy } from '../../schema/clusters/policy.ts'
import type { StartedReconcile, ReconcileReport, Store } from '../../schema/graphql/store.ts'
import type { ObjectStatus } from '../../schema/status.ts'
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
  const store = createStore({
    database,
    encryption: createEncryption(randomBytes(32)),
    clusters: trustedPolicy,
  })
  await store.create({ kind: 'Project', name: 'default', spec: {} }, write)
  return { database, store }
}

/** Gives the tests of a file a store with these objects, on a database of its own. */
export function testStore(objects: Parameters<Store['apply']>[0] = []): TestStore {
  let opened: TestStore | undefined
  const open = (): TestStore => {
    if (opened === undefined) throw new Error('the store opens before the first test')
    return opened
  }
  beforeAll(async () => {
    opened = await createTestStore()
    if (objects.length > 0) await opened.store.apply(objects, write)
  })
  afterAll(() => opened?.database.drop())
  return {
    get database() {
      return open().database
    },
    get store() {
      return open().store
    },
  }
}

/** A definition with one ConfigMap. */
export function definition(name: string, data = 'a') {
  const yamlDocument = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "${name}"\ndata:\n  value: "${data}"\n`
  return { kind: 'WorkloadDefinition', name, spec: { yamlDocument } }
}

/** An instance of the definition of the same name, if no other is given. */
export function instance(name: string, spec: { definition?: string; runtime?: string } = {}) {
  return { kind: 'WorkloadInstance', name, spec: { definition: name, ...spec } }
}

/** A definition with an instance. */
export function workload(name: string) {
  return [definition(name), instance(name)]
}

/** A ConfigMap as the inventory has it. */
export function inventoryEntry(runtimeId: bigint, name = 'a') {
  return { runtimeId, group: '', version: 'v1', kind: 'ConfigMap', namespace: 'n', name, order: 0 }
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
export async function beginAnew(store: Store, id: bigint): Promise<StartedReconcile | undefined> {
  const [object] = await store.findMany([id])
  return store.startReconcile(id, object?.epoch)
}

/** As {@link beginAnew}, by name; throws when the object is gone. */
export async function beginNamed(store: Store, kind: string, name: string): Promise<StoredObject> {
  const object = await store.find({ kind, name })
  const started = await beginAnew(store, object?.id ?? 0n)
  if (started === undefined) throw new Error(`${kind} ${name} is gone`)
  return started.object
}

/** A status with one condition. */
export function statusWith(ready: boolean): ObjectStatus {
  const at = { observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00.000Z' }
  const answer = { status: ready ? 'True' : 'False', reason: 'Test', message: 'test', ...at } as const
  return {
    phase: ready ? 'Ready' : 'Progressing',
    conditions: [{ type: 'Ready', ...answer }],
    outputs: {},
  }
}

/** What a worker reports of a reconcile that has started: that all is well, where nothing else is given. */
export function reportOf(
  { id, epoch, triggers, generation }: StoredObject,
  extra: Partial<ReconcileReport> = {},
): ReconcileReport {
  return {
    id,
    epoch,
    triggers,
    observedGeneration: generation,
    status: statusWith(true),
    failures: 0,
    events: [],
    applied: [],
    actor: 'worker',
    ...extra,
  }
}
