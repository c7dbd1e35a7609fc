import type { Prisma, StoredObject } from '../../../prisma/generated/client/client.ts'
import { isRecord } from '../../../schema/manifests.ts'
import type { LeaseState } from '../../../server/delivery/leader-leases.ts'
import { byId, later, type Tables } from './tables.ts'

/* The statements of leased work: server/delivery, server/store/{change-log,sweep,idempotency-keys,seal-stored}.ts. */

/** Returns the position of the work under a lease. */
function positionOf({ leases }: Tables, name: string): bigint {
  return leases.get(name)?.position ?? 0n
}

function takeLease(
  db: Tables,
  [name, owner, milliseconds]: [string, string, number],
): { position: bigint }[] {
  const before = db.leases.get(name)
  if (before !== undefined && before.owner !== owner && before.expiresAt >= db.now()) return []
  const position = before?.position ?? 0n
  db.leases.set(name, { name, owner, position, expiresAt: later(db, milliseconds) })
  return [{ position }]
}

function renewLeases(db: Tables, [names, owner, milliseconds]: [string[], string, number]): LeaseState[] {
  return names.flatMap((name): LeaseState[] => {
    const before = db.leases.get(name)
    if (before?.owner === owner) {
      db.leases.set(name, { ...before, expiresAt: later(db, milliseconds) })
      return [{ name, position: before.position }]
    }
    return before === undefined || before.expiresAt < db.now() ? [{ name, position: null }] : []
  })
}

function savePosition(db: Tables, [name, owner, position]: [string, string, bigint]): { name: string }[] {
  const held = db.leases.get(name)
  if (held === undefined || held.owner !== owner || held.expiresAt <= db.now()) return []
  db.leases.set(name, { ...held, position: position > held.position ? position : held.position })
  return [{ name }]
}

/**
 * Reports whether a value may contain a secret, by a search in its JSON: a kind that is written with escapes has a
 * backslash.
 */
function mayHoldSecret(value: Prisma.JsonValue, fields: readonly string[]): boolean {
  if (!isRecord(value)) return false
  return fields.some((field) => /Secret|\\/.test(String(value[field] ?? '')))
}

type Sealed = [after: bigint, kinds: string[], fields: string[], current: string, limit: number]

function findUnsealed(db: Tables, [after, kinds, fields, current, limit]: Sealed) {
  const isFormer = (sealed: Prisma.JsonValue): boolean =>
    isRecord(sealed) && Object.values(sealed).some((value) => !String(value).endsWith(current.slice(1)))
  const isInTheClear = ({ secrets, spec }: StoredObject): boolean =>
    !fields.some((field) => isRecord(secrets) && field in secrets) && mayHoldSecret(spec, fields)
  return byId(db.objects.values())
    .filter(({ id, kind }) => id > after && kinds.includes(kind))
    .filter((object) => isInTheClear(object) || isFormer(object.secrets) || isFormer(object.secretOutputs))
    .slice(0, limit)
    .map((object) => ({
      ...object,
      project: object.projectId === null ? null : (db.objects.get(object.projectId)?.name ?? null),
    }))
}

/** Counts the rows with each set of keys other than the current one alone. */
function findSealingKeys({ objects, changes }: Tables, [current]: [string]) {
  const keysOf = (sealed: Prisma.JsonValue): string =>
    [
      ...new Set(
        Object.values(isRecord(sealed) ? sealed : {}).map((value) => String(value).split(':')[4] ?? ''),
      ),
    ]
      .sort()
      .join()
  const counted = (values: readonly Prisma.JsonValue[], field: 'objects' | 'changes') =>
    [...Map.groupBy(values.filter((value) => value !== null).map(keysOf), (keys) => keys)]
      .filter(([keys]) => keys !== current && keys !== '')
      .map(([keys, rows]) => ({ keys, objects: 0, changes: 0, [field]: rows.length }))
  const all = [...objects.values()]
  return [
    ...counted(
      all.map(({ secrets }) => secrets),
      'objects',
    ),
    ...counted(
      changes.map(({ secrets }) => secrets),
      'changes',
    ),
    ...counted(
      all.map(({ secretOutputs }) => secretOutputs),
      'objects',
    ),
  ]
}

export const deliveryStatements = {
  'find-sealing-keys': findSealingKeys,
  // The model runs a transaction in one step, so every transaction with a lower id has ended.
  'observe-log': (db: Tables, [safe]: [bigint]) => {
    const last = db.newest('change')
    const next = String(db.nextId('transaction'))
    return [{ last, xmin: next, own: last > safe ? next : null }]
  },

  // Transactions of the model end at once.
  'find-own-transactions': (db: Tables) => [{ next: String(db.nextId('transaction')), ids: [] }],

  'read-changes': ({ changes }: Tables, [after, upTo, limit]: [bigint, bigint, number]) =>
    // Readers are near the end of the log, which is in order.
    changes
      .slice(changes.findLastIndex(({ seq }) => seq <= after) + 1)
      .filter(({ seq }) => seq <= upTo)
      .slice(0, limit),

  'find-ends-of-log': (db: Tables, [housekeeping]: [string]) => [
    {
      pruned: positionOf(db, housekeeping),
      restored: null,
      newest: db.newest('change'),
    },
  ],

  // The model has no planner.
  'find-stale-statistics': () => [],

  'renew-leases': renewLeases,
  'take-lease': takeLease,
  'save-position': savePosition,
  'release-leases': (db: Tables, [owner]: [string]) => {
    for (const lease of db.leases.values())
      if (lease.owner === owner) db.leases.set(lease.name, { ...lease, expiresAt: later(db, -1000) })
    return []
  },

  'find-next-due': (db: Tables, [kinds]: [string[]]) => {
    const times = [...db.objects.values()].flatMap(({ kind, nextReconcileAt }) =>
      nextReconcileAt !== null && nextReconcileAt < later(db, 1000) && kinds.includes(kind)
        ? [nextReconcileAt.getTime()]
        : [],
    )
    return [{ milliseconds: times.length === 0 ? null : Math.ceil(Math.min(...times) - db.now().getTime()) }]
  },

  'find-unreferenced': ({ objects, references }: Tables, [kinds, limit]: [string[], number]) =>
    byId(objects.values())
      .filter(
        (object) =>
          kinds.includes(object.kind) &&
          object.deletionRequestedAt !== null &&
          ![...references.values()].some(({ toId }) => toId === object.id) &&
          ![...objects.values()].some(({ projectId }) => projectId === object.id),
      )
      .slice(0, limit),

  'find-last-over': (
    db: Tables,
    [after, limit, age, most, upTo]: [bigint, number, number, number, bigint],
  ): { upTo: bigint | null }[] => {
    const relayed = positionOf(db, 'relay')
    const oldest = db.changes
      .filter(({ seq }) => seq > after && seq <= relayed && seq <= upTo)
      .slice(0, limit)
    const isRetained = ({ time, seq }: { time: Date; seq: bigint }): boolean =>
      time >= later(db, -age) && seq > db.newest('change') - BigInt(most)
    const firstRetained = oldest.findIndex(isRetained)
    return [{ upTo: oldest.slice(0, firstRetained === -1 ? undefined : firstRetained).at(-1)?.seq ?? null }]
  },

  'delete-expired-Plan': () => [],
  'delete-expired-Session': () => [],
  'delete-expired-LoginCode': () => [],

  'delete-changes': (db: Tables, [after, upTo, housekeeping]: [bigint, bigint, string]) => {
    const place = positionOf(db, housekeeping)
    db.changes = db.changes.filter(({ seq }) => !(seq > after && seq <= upTo && seq <= place))
    return []
  },

  'delete-events': (db: Tables, [age, limit]: [number, number]) => {
    const expired = [...db.events].filter(([, { lastSeen }]) => lastSeen < later(db, -age)).slice(0, limit)
    for (const [key] of expired) db.events.delete(key)
    return expired.map(([id]) => ({ id }))
  },

  // No client in the simulation sends an idempotency key.
  'delete-idempotency-keys': () => [],
  'find-unsealed-responses': () => [],

  'find-relayed': (db: Tables) => [{ upTo: positionOf(db, 'relay') }],
  'find-unsealed': findUnsealed,
  'find-unsealed-changes': (
    { changes, objects }: Tables,
    [after, upTo, kinds, fields, limit]: [bigint, bigint, string[], string[], number],
  ) =>
    changes
      .filter(({ seq, kind, operation }) => {
        return seq > after && seq <= upTo && kinds.includes(kind) && operation !== 'STATUS'
      })
      .filter((change) => mayHoldSecret(change.before, fields) || mayHoldSecret(change.after, fields))
      .slice(0, limit)
      .map(({ seq, kind, name, projectId, before, after: now }) => {
        const project = projectId === null ? undefined : objects.get(projectId)
        return { seq, kind, name, project: project?.name ?? null, before, after: now }
      }),
}
