import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import type { ObjectInput } from '../../../schema/inputs.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { createStore } from '../../../server/store/store.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createModelDatabase, type ModelDatabase } from '../database/model-database.ts'

/* Both sides of the comparison: the model of the database, and a real Postgres. */

/** The model or the real database, with its own ids for the same objects. */
export interface Side {
  store: Store
  sql: ModelDatabase['pool']
  /** Makes objects of a kind due now, and all other objects due much later. */
  makeDue(kind: string): Promise<void>
  /** Marks an object for deletion although no reconciler removes it, as a server of an earlier release may leave it. */
  strand(name: string): Promise<void>
  /** Returns when each object is due and when its lease expires, in milliseconds. */
  times(): Promise<(number | null)[]>
}

export const encryption = createEncryption(Buffer.alloc(32, 1))
export const write = { actor: 'tester', reason: 'why' }
export const reconciled = allKinds.filter((each) => each.reconciled).map(({ kind }) => kind)
export const names = ['a', 'b', 'c']

export function modelSide(): Side {
  const { database: sql, pool, reads, tables } = createModelDatabase()
  const makeDue = async (kind: string): Promise<void> => {
    for (const object of tables.objects.values()) {
      const nextReconcileAt = new Date(Date.now() + (object.kind === kind ? -1000 : 3_600_000))
      tables.objects.set(object.id, { ...object, nextReconcileAt, leaseExpiresAt: null })
    }
  }
  const strand = async (name: string): Promise<void> => {
    for (const object of tables.objects.values())
      if (object.name === name) tables.objects.set(object.id, { ...object, deletionRequestedAt: new Date() })
  }
  const store = { ...createStore({ database: sql, encryption, clusters: trustedPolicy }), ...reads }
  return sideOf(store, { sql: pool, makeDue, strand })
}

export function realSide(database: TestDatabase): Side {
  const makeDue = async (kind: string): Promise<void> => {
    const later = `CASE WHEN kind = $1 THEN interval '-1 second' ELSE interval '1 hour' END`
    const text = `UPDATE "Object" SET "nextReconcileAt" = now() + ${later}, "leaseExpiresAt" = NULL`
    await database.sql.query(text, [kind])
  }
  const strand = async (name: string): Promise<void> =>
    void (await database.sql.query(`UPDATE "Object" SET "deletionRequestedAt" = now() WHERE name = $1`, [
      name,
    ]))
  const store = createStore({ database, encryption, clusters: trustedPolicy })
  return sideOf(store, { sql: database.sql, makeDue, strand })
}

function sideOf(store: Store, rest: Pick<Side, 'sql' | 'makeDue' | 'strand'>): Side {
  const times = async (): Promise<(number | null)[]> => {
    const { objects } = await store.list({ orderBy: [{ field: 'id', direction: 'asc' }], limit: 1000 })
    return objects.flatMap(({ nextReconcileAt, leaseExpiresAt }) =>
      [nextReconcileAt, leaseExpiresAt].map((time) => time?.getTime() ?? null),
    )
  }
  return { store, ...rest, times }
}

/** An operation that refers to objects by name only, so that it can run on both sides. */
export type Operation = (side: Side) => Promise<unknown>

export async function idOf({ store }: Side, kind: string, name: string): Promise<bigint> {
  return (await store.find({ kind, name }))?.id ?? 0n
}

/** All objects that the operations name. */
export function all(...desired: string[]): ObjectInput[] {
  return allKinds
    .filter(({ scope, ownedOnly }) => scope === 'project' && ownedOnly !== true)
    .flatMap(({ kind, references, examples, ...lists }) =>
      desired.map((name) => {
        // A profile of the example has another type than the object.
        const named = references.flatMap(({ field, to, insteadOf }) =>
          to === 'Profile' || insteadOf !== undefined ? [] : [[field, name]],
        )
        // Two profiles with equal conditions are refused.
        const conditions = kind === 'Profile' ? { conditions: { labels: { name } } } : {}
        const spec = {
          ...examples[0],
          ...listsOf(lists, () => name),
          ...Object.fromEntries(named),
          ...conditions,
        }
        return { kind, name, spec }
      }),
    )
}

/** Returns the lists of references of a kind, each with one entry. */
export function listsOf(
  { referenceLists }: Pick<(typeof allKinds)[number], 'referenceLists'>,
  name: () => string,
): Record<string, unknown> {
  return Object.fromEntries(
    referenceLists.flatMap(({ field, key }) => (key === undefined ? [] : [[field, [{ [key]: name() }]]])),
  )
}
