import { isDeepStrictEqual } from 'node:util'
import type { Prisma, StoredObject } from '../../../prisma/generated/client/client.ts'
import { attachingFields, givingKinds, receivingKinds } from '../../../schema/application-variables.ts'
import { reconcileLease } from '../../../schema/reconcile-lease.ts'
import { locationFields } from '../../../schema/locations.ts'
import type { ObjectStatus } from '../../../schema/status.ts'
import { checkDelay, checkStep } from '../../../server/store/change-row.ts'
import { concernedBy, referring, triggerRow } from './triggers.ts'
import { byId, later, logChange, type Tables } from './tables.ts'

/* The statements of reconciles: server/store/{reconcile,report,confirm}.ts, relay and resync. */

type Json = Prisma.JsonValue

function json(text: string): Json {
  return JSON.parse(text) as Json
}

/** Returns when an object is due after a report: at once if it was triggered in the meantime, and in steps for repeated checks. */
function dueAfter(
  db: Tables,
  object: StoredObject,
  { triggers, requeueAfter }: { triggers: number; requeueAfter: number | null },
) {
  if (object.triggers !== triggers) return db.now()
  if (requeueAfter === null) return null
  const exact = later(db, requeueAfter)
  return requeueAfter < checkDelay ? exact : new Date(exact.getTime() - (exact.getTime() % checkStep))
}

type QuietValues = [
  id: bigint,
  status: string,
  observed: number,
  failures: number,
  requeueAfter: number | null,
  triggers: number,
  epoch: number,
  keeps: boolean,
  state: string | null,
]

/** Locks of the model end at once, so only the rows matter. */
function lockReportedAndAwaited({ objects }: Tables, [id, awaited]: [bigint, bigint | null]): StoredObject[] {
  return [id, awaited ?? 0n].flatMap((each) => objects.get(each) ?? [])
}

function storeQuietReport(db: Tables, values: QuietValues): (StoredObject & { isStored: boolean })[] {
  const [id, status, observedGeneration, failures, requeueAfter, triggers, epoch, keeps, state] = values
  const before = db.objects.get(id)
  if (before === undefined) return []
  const { confirmation } = before
  const isKept =
    confirmation === null ||
    (keeps && typeof confirmation === 'object' && Object.hasOwn(confirmation, 'confirmedBy'))
  const isStored =
    before.epoch === epoch &&
    !before.stalled &&
    isDeepStrictEqual(before.status, json(status)) &&
    (state === null || isDeepStrictEqual(before.reconcilerState, json(state))) &&
    isKept
  if (isStored)
    db.objects.set(id, {
      ...before,
      observedGeneration,
      failures,
      waitingForId: null,
      leaseExpiresAt: null,
      nextReconcileAt: dueAfter(db, before, { triggers, requeueAfter }),
    })
  return [{ ...before, isStored }]
}

/** A row of `store-reports`. */
export interface ReportRow {
  id: string
  epoch: number
  status: Record<string, Json>
  ready: boolean
  stalled: boolean
  observed: number
  failures: number
  triggers: number
  requeueAfter: number | null
  waitingForId: string | null
  confirmation: Json
  secretOutputs?: Json
  state?: Json
  events: ReportedEvent[]
  changed: boolean
  triggersReferrers: boolean
  actor: string
  traceparent?: string
}

interface ReportedEvent {
  reason: string
  note: string
  fingerprint: string
  count: number
}

function storeEvents(db: Tables, id: bigint, events: readonly ReportedEvent[]): void {
  for (const { reason, note, fingerprint, count } of events) {
    const key = `${id}/${fingerprint}`
    const times = count + (db.events.get(key)?.count ?? 0)
    db.events.set(key, { objectId: id, reason, note, count: times, lastSeen: db.now() })
  }
}

function storeReport(db: Tables, row: ReportRow): void {
  const id = BigInt(row.id)
  const before = db.objects.get(id)
  storeEvents(db, id, row.events)
  if (before?.epoch !== row.epoch) return
  const { status, ready, stalled, observed: observedGeneration, failures, changed, actor } = row
  const object = {
    ...before,
    status,
    ready,
    stalled,
    reconcilerState: row.state ?? before.reconcilerState,
    observedGeneration,
    failures,
    version: before.version + Number(changed),
    waitingForId: row.waitingForId === null ? null : BigInt(row.waitingForId),
    secretOutputs: row.secretOutputs ?? before.secretOutputs,
    leaseExpiresAt: null,
    confirmation: row.confirmation,
    nextReconcileAt: dueAfter(db, before, row),
    updatedAt: changed ? db.now() : before.updatedAt,
  }
  db.objects.set(id, object)
  const { triggersReferrers, traceparent = null } = row
  if (changed)
    logChange(db, object, { operation: 'STATUS', actor, after: status, triggersReferrers, traceparent })
}

interface Seen {
  ownerId: string
  uid: string
  resourceVersion?: string | null
}

function findChanged(
  db: Tables,
  [text, reconciled]: [string, string[]],
): { ownerId: bigint; objectId: bigint }[] {
  const changed = new Set<bigint>()
  for (const { ownerId, uid, resourceVersion } of JSON.parse(text) as Seen[]) {
    const owner = db.objects.get(BigInt(ownerId))
    if (owner === undefined || !reconciled.includes(owner.kind)) continue
    const own = [...db.applied.values()].filter(({ objectId }) => objectId === owner.id)
    const isGone = resourceVersion === undefined || resourceVersion === null
    const onlyLeaves =
      owner.deletionRequestedAt !== null && !own.some((row) => row.group === 'batch' && row.kind === 'Job')
    const concerns = onlyLeaves
      ? isGone && own.some((row) => row.uid === null || row.uid === uid)
      : isGone || !own.some((row) => row.uid === uid && row.resourceVersion === resourceVersion)
    if (concerns) changed.add(owner.id)
  }
  return [...changed].map((id) => ({ ownerId: id, objectId: id }))
}

/**
 * Returns the sort key of an object whose runtime recovered: the last change while its state was unknown; infinite
 * without one.
 */
function positionOf({ changes, references }: Tables, object: StoredObject): number {
  const { conditions } = object.status as unknown as ObjectStatus
  const since = conditions.find(
    ({ type, status }) => type === 'Ready' && status === 'Unknown',
  )?.lastTransitionTime
  if (since === undefined) return Infinity
  const named = [...references.values()].filter(({ fromId }) => fromId === object.id).map(({ toId }) => toId)
  const desired = changes.filter(
    ({ objectId, operation, time }) =>
      (objectId === object.id || named.includes(objectId)) &&
      ['CREATE', 'UPDATE', 'DELETE_REQUEST'].includes(operation) &&
      time > new Date(since),
  )
  return Number(desired.at(-1)?.seq ?? Infinity)
}

/** Returns when the object became due, as `coalesce("nextReconcileAt", "leaseExpiresAt")`. */
function dueAt({ nextReconcileAt, leaseExpiresAt }: StoredObject): number {
  return (nextReconcileAt ?? leaseExpiresAt)?.getTime() ?? Infinity
}

function compareDue(a: StoredObject, b: StoredObject): number {
  return compareNumbers(dueAt(a), dueAt(b)) || (a.id < b.id ? -1 : 1)
}

/** Compares numbers, including infinite ones, whose difference is NaN. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Returns the variables that attached objects give an application, those of the oldest object first. */
function variablesOf(db: Tables, { id, kind }: StoredObject): Record<string, string>[] | null {
  if (!receivingKinds.includes(kind)) return null
  const receiver = kind === 'CanaryWorkload' ? db.references.get(`${id}:workloadInstance`)?.toId : id
  if (receiver === undefined) return null
  const givers = byId(db.objects.values()).filter(
    (giver) =>
      givingKinds.includes(giver.kind) &&
      giver.deletionRequestedAt === null &&
      referring(db, [receiver], attachingFields).has(giver.id),
  )
  const given = givers.flatMap(({ status }) => {
    const { variables } = (status as unknown as ObjectStatus).outputs as {
      variables?: Record<string, string>
    }
    return variables === undefined ? [] : [variables]
  })
  return given.length === 0 ? null : given
}

function startReconcile(db: Tables, [id, epoch]: [bigint, number | null]) {
  const before = db.objects.get(id)
  if (before === undefined) return []
  const { leaseExpiresAt: until } = before
  if (until !== null && until > db.now() && before.epoch !== epoch) return []
  const started = {
    epoch: before.epoch + 1,
    nextReconcileAt: null,
    leaseExpiresAt: later(db, reconcileLease),
  }
  const object = { ...before, ...started }
  db.objects.set(id, object)
  const owns = [...db.ownerships.values()].some(({ ownerId }) => ownerId === id)
  const hasApplied = [...db.applied.values()].some(({ objectId }) => objectId === id)
  const hasExternal = [...db.external.values()].some(({ objectId }) => objectId === id)
  const hasAbandoned = [...db.abandoned.values()].some(({ runtimeId }) => runtimeId === id)
  const isHeld =
    object.deletionRequestedAt !== null && [...db.references.values()].some(({ toId }) => toId === id)
  const facts = { controlPlane: 'simulated', labelId: id, mayHaveOrphans: false, owns, isHeld }
  const isUnreported = until !== null
  const inventories = { isUnreported, hasApplied, hasExternal, hasAbandoned }
  return [{ ...object, ...facts, ...inventories, variables: variablesOf(db, object) }]
}

export const reconcileStatements = {
  'start-reconcile': startReconcile,
  'start-reconciles': (db: Tables, [ids, epochs]: [bigint[], (number | null)[]]) =>
    ids.flatMap((id, at) => startReconcile(db, [id, epochs[at] ?? null])),

  'find-held': ({ objects }: Tables, [id]: [bigint]) => [objects.get(id) ?? []].flat(),

  'extend-leases': (db: Tables, [ids, epochs]: [bigint[], number[]]) =>
    ids.flatMap((id, at) => {
      const object = db.objects.get(id)
      if (object === undefined || object.epoch !== epochs[at] || object.leaseExpiresAt === null) return []
      db.objects.set(id, { ...object, leaseExpiresAt: later(db, reconcileLease) })
      return [{ id }]
    }),

  'store-quiet-report': storeQuietReport,
  'find-reported': ({ objects }: Tables, [id]: [bigint]) => [objects.get(id) ?? []].flat(),
  'store-reports': (db: Tables, [text]: [string]): never[] => {
    for (const row of JSON.parse(text) as ReportRow[]) storeReport(db, row)
    return []
  },

  'store-events': (db: Tables, [id, events]: [bigint, string]) => {
    if (!db.objects.has(id)) return []
    storeEvents(db, id, JSON.parse(events) as ReportedEvent[])
    return [{ id: 0n }]
  },
  'lock-reported-free': (db: Tables, [ids, toNotify, reconciled]: [bigint[], bigint[], string[]]) =>
    ids.flatMap((id) => {
      const object = db.objects.get(id)
      if (object === undefined) return []
      const dependents = [...concernedBy(db, id)].map((each) => db.objects.get(each)?.kind ?? '')
      const hasAny = dependents.some((kind) => reconciled.includes(kind))
      return [{ ...object, hasDependents: toNotify.includes(id) ? hasAny : null }]
    }),
  'lock-reported-and-awaited': lockReportedAndAwaited,
  'lock-reported-with-dependents': lockReportedAndAwaited,
  'lock-reported-with-waiting': lockReportedAndAwaited,
  'trigger-waiting': (
    db: Tables,
    [id, reconciled, actor, traceparent]: [bigint, string[], string, string | null],
  ) => {
    for (const object of byId(db.objects.values()))
      if (object.waitingForId === id && reconciled.includes(object.kind))
        logChange(db, triggerRow(db, object), { operation: 'TRIGGER', actor, traceparent })
    return []
  },
  'lock-reported': ({ objects }: Tables, [id]: [bigint]) => [objects.get(id) ?? []].flat(),

  'store-confirmation': ({ objects }: Tables, [id, confirmation]: [bigint, string]) => {
    const object = objects.get(id)
    if (object !== undefined) objects.set(id, { ...object, confirmation: json(confirmation) })
    return []
  },

  'find-changed': findChanged,
  'find-owners': ({ applied }: Tables, [runtimeId, ids]: [bigint, bigint[] | null]) =>
    [
      ...new Set(
        [...applied.values()].filter((row) => row.runtimeId === runtimeId).map((row) => row.objectId),
      ),
      ...(ids === null ? [] : [runtimeId]),
    ]
      .filter((objectId) => ids === null || ids.includes(objectId))
      .map((objectId) => ({ objectId })),

  'find-epoch': ({ objects }: Tables, [id]: [bigint]) => [objects.get(id) ?? []].flat(),

  'find-dependents': (db: Tables, [ids]: [bigint[]]) => {
    const pairs = ids.flatMap((onId) =>
      [...concernedBy(db, onId)].map((id) => ({ onId, object: db.objects.get(id) })),
    )
    return pairs
      .flatMap(({ onId, object }) =>
        object === undefined ? [] : [{ onId, object, place: positionOf(db, object) }],
      )
      .sort((a, b) => compareNumbers(a.place, b.place) || (a.object.id < b.object.id ? -1 : 1))
      .map(({ onId, object: { kind, id, projectId } }) => ({ onId, kind, id, projectId }))
  },

  'become-due': (db: Tables, [ids]: [bigint[]]) => {
    for (const [index, id] of ids.entries()) {
      const object = db.objects.get(id)
      if (object?.nextReconcileAt != null && object.nextReconcileAt > db.now())
        db.objects.set(id, { ...object, nextReconcileAt: later(db, index + 1) })
    }
    return []
  },

  'order-due': (db: Tables, [kinds, limit, overdue]: [string[], number, number]) => {
    const due = byId(db.objects.values())
      .filter((object) => kinds.includes(object.kind) && isDue(db, object, overdue))
      .sort(compareDue)
    const fairOrder = (
      of: readonly StoredObject[],
      whose: (object: StoredObject) => unknown,
    ): StoredObject[] => {
      const counts = new Map<unknown, number>()
      const ranked = of.map((object) => {
        const mine = counts.get(whose(object)) ?? 0
        counts.set(whose(object), mine + 1)
        return { object, mine }
      })
      return ranked
        .sort((a, b) => a.mine - b.mine || compareDue(a.object, b.object))
        .map(({ object }) => object)
    }
    const locationOf = (id: bigint): bigint | undefined =>
      [...db.references.values()].find(({ fromId, field }) => fromId === id && locationFields.includes(field))
        ?.toId
    const locationOfDue = ({ id }: StoredObject): bigint | undefined => {
      const named = locationOf(id)
      return named === undefined ? undefined : (locationOf(named) ?? named)
    }
    const byLocation = fairOrder(due, (object) => `${object.projectId}/${locationOfDue(object)}`)
    return fairOrder(byLocation, ({ projectId }) => projectId)
      .slice(0, limit)
      .map(({ id }) => ({ id }))
  },

  'postpone-due': (db: Tables, [ids]: [bigint[]]) =>
    ids.flatMap((id, at) => {
      const object = db.objects.get(id)
      if (object === undefined || !isDue(db, object)) return []
      const until = object.leaseExpiresAt
      const leaseExpiresAt = until !== null && until > db.now() ? until : null
      db.objects.set(id, { ...object, nextReconcileAt: later(db, 30_000), leaseExpiresAt })
      return [{ id, kind: object.kind, rank: BigInt(at + 1) }]
    }),
}

function isDue(
  db: Tables,
  { nextReconcileAt: next, leaseExpiresAt: until }: StoredObject,
  overdue = 0,
): boolean {
  const now = later(db, -overdue)
  return (next !== null && next <= now) || (until !== null && until <= now)
}
