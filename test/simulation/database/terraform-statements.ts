import type { TerraformRun, TerraformState } from '../../../prisma/generated/client/client.ts'
import { terraformLease } from '../../../schema/terraform-lease.ts'
import { byId, type Tables } from './tables.ts'

/* The statements of server/store/terraform-runs.ts and server/store/seal-terraform.ts. */

function liveRun({ runs }: Tables, objectId: bigint, runId: string): TerraformRun | undefined {
  const run = runs.get(objectId)
  return run?.id === runId && run.finishedAt === null ? run : undefined
}

function expiry(db: Tables): Date {
  return new Date(db.now().getTime() + terraformLease)
}

export const terraformStatements = {
  'read-terraform-run': (db: Tables, [objectId]: [bigint]) => {
    const run = db.runs.get(objectId)
    return run === undefined ? [] : [{ ...run, isAlive: run.finishedAt === null && run.expiresAt > db.now() }]
  },

  'insert-terraform-run': (
    db: Tables,
    [objectId, epoch, id, inputs]: [bigint, number, string, string],
  ): object[] => {
    const before = db.runs.get(objectId)
    if (db.objects.get(objectId)?.epoch !== epoch) return []
    if (before?.finishedAt === null && before.expiresAt > db.now()) return []
    db.runs.set(objectId, {
      objectId,
      id,
      inputs,
      startedAt: db.now(),
      expiresAt: expiry(db),
      finishedAt: null,
      progress: '',
      result: before?.result ?? null,
    })
    return [{ id }]
  },

  'renew-terraform-run': (db: Tables, [objectId, id, progress]: [bigint, string, string]): object[] => {
    const run = liveRun(db, objectId, id)
    if (run === undefined) return []
    db.runs.set(objectId, { ...run, expiresAt: expiry(db), progress })
    return [{ id }]
  },

  'read-terraform-state': ({ states }: Tables, [objectId]: [bigint]): object[] => {
    const current = [...states.values()].filter((each) => each.objectId === objectId && !each.refused)
    const newest = current.toSorted((one, other) => Number(other.id - one.id)).at(0)
    return newest === undefined ? [] : [{ state: newest.state }]
  },

  'upsert-terraform-state': (
    db: Tables,
    [objectId, run, state]: [bigint, string, string, number],
  ): object[] => {
    if (!db.objects.has(objectId)) return []
    const refused = liveRun(db, objectId, run) === undefined
    const runId = refused ? `${run} refused` : run
    const key = `${objectId}/${runId}`
    const before = db.states.get(key)
    const now = db.now()
    const row: TerraformState = {
      id: before?.id ?? db.nextId('state'),
      objectId,
      runId,
      state,
      refused,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    }
    db.states.set(key, row)
    return [{ refused }]
  },

  'find-sealed-terraform-states': ({ states }: Tables, [pattern, limit]: [string, number]): object[] =>
    byId(states.values())
      .filter(({ state }) => !state.endsWith(pattern.slice(1)))
      .slice(0, limit)
      .map(({ id: row, objectId, state: value }) => ({ row, objectId, value })),

  'store-resealed-terraform-state': ({ states }: Tables, [id, state]: [bigint, string]): object[] => {
    for (const [key, row] of states) if (row.id === id) states.set(key, { ...row, state })
    return []
  },

  'find-sealed-terraform-results': ({ runs }: Tables, [pattern, limit]: [string, number]): object[] =>
    [...runs.values()]
      .toSorted((one, other) => Number(one.objectId - other.objectId))
      .flatMap(({ objectId, result: value }) =>
        value === null || value.endsWith(pattern.slice(1)) ? [] : [{ row: objectId, objectId, value }],
      )
      .slice(0, limit),

  'store-resealed-terraform-result': ({ runs }: Tables, [id, result]: [bigint, string]): object[] => {
    const run = runs.get(id)
    if (run !== undefined) runs.set(id, { ...run, result })
    return []
  },

  'finish-terraform-run': (db: Tables, [objectId, id, result]: [bigint, string, string]): object[] => {
    const run = liveRun(db, objectId, id)
    if (run === undefined) return []
    db.runs.set(objectId, { ...run, finishedAt: db.now(), result })
    const object = db.objects.get(objectId)
    if (object !== undefined) db.objects.set(objectId, { ...object, nextReconcileAt: db.now() })
    return [{ id }]
  },
}
