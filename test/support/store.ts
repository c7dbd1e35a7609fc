import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { StoredObject } from '../../prisma/client.ts'
import { trustedPolicy } from '../../schema/clusters/policy.ts'
import type { Store } from '../../schema/graphql/store.ts'
import type { StartedReconcile, ReconcileReport } from '../../schema/graphql/store-reconciles.ts'
import type { ObjectStatus } from '../../schema/status.ts'
import { createEncryption } from '../../server/store/encryption.ts'
import { createStore } from '../../server/store/store.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export interface TestStore {
  database: TestDatabase
  store: Store
}

export const write = { actor: 'tester' }

/** Creates a store on a new database, with the project `default`. */
export async function createTestStore(): Promise<TestStore> {
  const database = await createTestDatabase()
  await database.sql.query(refuseEarlyNumbers)
  const store = createStore({
    database,
    encryption: createEncryption(randomBytes(32)),
    clusters: trustedPolicy,
  })
  await store.create({ kind: 'Project', name: 'default', spec: {} }, write)
  return { database, store }
}

/**
 * Refuses entries of the change log by a transaction that has no id yet: the change feed skips an entry whose sequence
 * number was assigned before the id. Every 33rd number assigns the id, and is accepted in any case.
 */
const refuseEarlyNumbers = `
  CREATE FUNCTION refuse_early_number() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF pg_current_xact_id_if_assigned() IS NULL THEN
      RAISE EXCEPTION 'the sequence number % was assigned before the transaction had an id', NEW.seq;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER "refuse_early_number" BEFORE INSERT ON "Change" FOR EACH ROW EXECUTE FUNCTION refuse_early_number()`

/** Provides the tests of a file with a store that contains these objects, on a new database. */
export function testStore(objects: Parameters<Store['apply']>[0] = []): TestStore {
  let opened: TestStore | undefined
  const open = (): TestStore => {
    if (opened === undefined) throw new Error('the store is not available before the first test')
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

/** Returns a definition with one ConfigMap. */
export function definition(name: string, data = 'a') {
  const yamlDocument = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "${name}"\ndata:\n  value: "${data}"\n`
  return { kind: 'WorkloadDefinition', name, spec: { yamlDocument } }
}

/** Returns an instance of the definition of the same name, unless another one is given. */
export function instance(name: string, spec: { definition?: string; runtime?: string } = {}) {
  return { kind: 'WorkloadInstance', name, spec: { definition: name, ...spec } }
}

/** Returns a definition with an instance. */
export function workload(name: string) {
  return [definition(name), instance(name)]
}

/** Returns a ConfigMap as an inventory entry. */
export function inventoryEntry(runtimeId: bigint, name = 'a') {
  return { runtimeId, group: '', version: 'v1', kind: 'ConfigMap', namespace: 'n', name, order: 0 }
}

/** The runtime of instances that name none, with its definition. */
export const defaultRuntime = [
  { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
  {
    kind: 'KubernetesRuntimeInstance',
    name: 'space',
    spec: { definition: 'simulated', defaultRuntime: true },
  },
]

/** Starts a reconcile in place of one that may still hold the lease. */
export async function restartReconcile(store: Store, id: bigint): Promise<StartedReconcile | undefined> {
  const [object] = await store.findMany([id])
  return store.startReconcile(id, object?.epoch)
}

/** Starts a reconcile by name, as {@link restartReconcile}; throws if the object does not exist. */
export async function restartNamed(store: Store, kind: string, name: string): Promise<StoredObject> {
  const object = await store.find({ kind, name })
  const started = await restartReconcile(store, object?.id ?? 0n)
  if (started === undefined) throw new Error(`${kind} ${name} does not exist`)
  return started.object
}

/** Returns a status with one condition. */
export function statusWith(ready: boolean): ObjectStatus {
  const at = { observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00.000Z' }
  const condition = {
    status: ready ? 'True' : 'False',
    reason: 'Test',
    message: 'test',
    ...at,
  } as const
  return {
    phase: ready ? 'Ready' : 'Progressing',
    conditions: [{ type: 'Ready', ...condition }],
    outputs: {},
  }
}

/** Returns the report of a reconcile that has started; successful unless overridden. */
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
