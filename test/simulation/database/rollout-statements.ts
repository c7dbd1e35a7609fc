import type { StoredObject } from '../../../prisma/generated/client/client.ts'
import { formerField, versionField } from '../../../server/store/definition-rollouts/fields.ts'
import { endedStates, type RolloutRow } from '../../../server/store/definition-rollouts/rows.ts'
import { isRecord } from '../../../schema/records.ts'
import { objectsOf } from './ownership-statements.ts'
import { triggerRow } from './triggers.ts'
import { byId, later, logChange, putObject, type Reference, type Tables } from './tables.ts'

/* The statements of server/store/definition-rollouts, by name. */

/** Returns the ids of the copies of a definition. */
export function copiesOf({ references }: Tables, definitionId: bigint): bigint[] {
  return [...references.values()].flatMap(({ fromId, toId, field }) =>
    toId === definitionId && field === versionField ? [fromId] : [],
  )
}

function versionOf({ references }: Tables, id: bigint, field = 'definition'): bigint | undefined {
  return references.get(`${id}:${field}`)?.toId
}

function point(db: Tables, reference: Reference): void {
  db.references.set(`${reference.fromId}:${reference.field}`, reference)
}

function specOf({ spec }: StoredObject): Record<string, unknown> {
  return isRecord(spec) ? spec : {}
}

function unitsOf(db: Tables, definitionId: bigint, kinds: readonly string[]): StoredObject[] {
  const versions = [definitionId, ...copiesOf(db, definitionId)]
  return byId(db.objects.values()).filter((object) => {
    const had = versionOf(db, object.id)
    const { placement } = specOf(object)
    const isDivided = isRecord(placement) && placement['locations'] !== undefined
    return (
      had !== undefined &&
      versions.includes(had) &&
      kinds.includes(object.kind) &&
      object.deletionRequestedAt === null &&
      !isDivided
    )
  })
}

function tierOf(object: StoredObject | undefined): unknown {
  return (object && specOf(object)['tier']) ?? null
}

export const rolloutStatements = {
  'find-open-definition-rollouts': ({ rollouts, objects }: Tables, _values: unknown[]) =>
    [...rollouts.values()]
      .filter(
        ({ objectId, endedAt }) =>
          endedAt === null || (objects.get(objectId)?.deletionRequestedAt ?? null) !== null,
      )
      .map(({ objectId }) => ({ objectId }))
      .toSorted((a, b) => Number(a.objectId - b.objectId)),
  'find-definition-rollouts': findRows,
  'lock-definition-rollout': (db: Tables, [objectId]: [bigint]) => findRows(db, [[objectId]]),
  'start-definition-rollout': (db: Tables, [objectId, generation]: [bigint, number]) => {
    const former = db.rollouts.get(objectId)?.former ?? {}
    db.rollouts.set(objectId, {
      objectId,
      generation,
      state: 'Progressing',
      progress: null,
      wave: 0,
      waves: 0,
      paused: false,
      cause: null,
      former,
      startedAt: db.now(),
      endedAt: null,
    })
    return []
  },
  'store-definition-rollout': (db: Tables, values: StoredValues) => {
    const [objectId, state, progress, wave, waves, paused, cause, former] = values
    const row = db.rollouts.get(objectId)
    if (row === undefined) return []
    const isEnded = endedStates.some((each) => each === state)
    db.rollouts.set(objectId, {
      ...row,
      state,
      progress: progress === null ? null : (JSON.parse(progress) as RolloutRow['progress']),
      wave,
      waves,
      paused,
      cause,
      former: JSON.parse(former) as RolloutRow['former'],
      endedAt: isEnded ? (row.endedAt ?? db.now()) : null,
    })
    return []
  },

  'lock-present': (db: Tables, [ids]: [bigint[]]) =>
    objectsOf(db, ids).flatMap(({ id, deletionRequestedAt }) =>
      deletionRequestedAt === null ? [{ id }] : [],
    ),

  'lock-referenced': (db: Tables, [id]: [bigint]) => objectsOf(db, [id]).map((object) => ({ id: object.id })),

  'lock-units': (db: Tables, [id, kinds]: [bigint, string[]]) =>
    unitsOf(db, id, kinds).map((object) => ({ id: object.id })),
  'find-units': (db: Tables, [id, kinds]: [bigint, string[]]) =>
    unitsOf(db, id, kinds).map((object) => {
      const status = isRecord(object.status) ? object.status : {}
      const cause = isRecord(status['cause']) ? status['cause']['message'] : undefined
      const project = db.objects.get(object.projectId ?? 0n)
      return {
        id: object.id,
        kind: object.kind,
        name: object.name,
        project: project?.name ?? null,
        labels: object.labels,
        tier: tierOf(object),
        projectTier: tierOf(project),
        ready: object.ready,
        observed: object.observedGeneration === object.generation,
        stalled: object.stalled,
        phase: status['phase'],
        cause: cause ?? null,
        versionId: versionOf(db, object.id),
        formerId: versionOf(db, object.id, formerField) ?? null,
      }
    }),
  'has-users-of-profile': (db: Tables, [profileId]: [bigint]) =>
    [...db.references.values()]
      .filter(({ toId, field }) => toId === profileId && field === 'profile')
      .slice(0, 1),

  'find-users-of-profile': (db: Tables, [profileId]: [bigint]) =>
    byId(db.objects.values()).flatMap((object) => {
      const isUser = versionOf(db, object.id, 'profile') === profileId && object.deletionRequestedAt === null
      const project = db.objects.get(object.projectId ?? 0n)
      return isUser ? [{ ...object, project: project?.name ?? null, projectTier: tierOf(project) }] : []
    }),
  'copy-version': (db: Tables, [id, name, secrets, actor]: [bigint, string, string | null, string]) => {
    const definition = db.objects.get(id)
    const isTaken = [...db.objects.values()].some(
      (other) =>
        other.kind === definition?.kind && other.projectId === definition.projectId && other.name === name,
    )
    if (definition === undefined || isTaken) return []
    const { rollout: _, ...spec } = specOf(definition)
    const copy = putObject(db, {
      ...definition,
      id: db.nextId('object'),
      name,
      spec: spec as StoredObject['spec'],
      secrets: secrets === null ? null : (JSON.parse(secrets) as StoredObject['secrets']),
      exclusive: null,
      version: 1,
      editedVersion: 1,
      epoch: 0,
      triggers: 0,
      failures: 0,
      nextReconcileAt: null,
      leaseExpiresAt: null,
      waitingForId: null,
      confirmation: null,
      owned: true,
      createdAt: db.now(),
      updatedAt: db.now(),
    })
    const own = [...db.references.values()].filter((each) => each.fromId === id && each.field !== 'profile')
    for (const { field, toId } of own) point(db, { fromId: copy.id, field, toId })
    point(db, { fromId: copy.id, field: versionField, toId: id })
    const ownershipId = db.nextId('ownership')
    db.ownerships.set(ownershipId, {
      id: ownershipId,
      ownerId: id,
      ownedId: copy.id,
      claim: null,
      parameters: null,
      field: null,
      gracePeriod: 0,
    })
    logChange(db, copy, { operation: 'CREATE', actor, after: copy.spec, secrets: copy.secrets })
    return [{ id: copy.id }]
  },
  'find-held-versions': (db: Tables, [ids]: [bigint[]]) =>
    ids.flatMap((instanceId) => {
      const version = db.objects.get(versionOf(db, instanceId) ?? 0n)
      const isCopy = version !== undefined && db.references.has(`${version.id}:${versionField}`)
      return isCopy ? [{ instanceId, ...version }] : []
    }),
  'find-copies': (db: Tables, [id]: [bigint]) => {
    const ids = copiesOf(db, id)
    return byId(db.objects.values()).filter((object) => ids.includes(object.id))
  },
  'point-instances': (db: Tables, [definitionId, ids, toId]: [bigint, bigint[], bigint]) => {
    const versions = [definitionId, ...copiesOf(db, definitionId)]
    const pointed = ids.filter((fromId) => versions.includes(versionOf(db, fromId) ?? 0n))
    for (const fromId of pointed) point(db, { fromId, field: 'definition', toId })
    return pointed.map((fromId) => ({ fromId }))
  },
  'remember-former': (db: Tables, [definitionId, ids]: [bigint, bigint[]]) => {
    const copies = copiesOf(db, definitionId)
    for (const fromId of ids) {
      const toId = versionOf(db, fromId)
      if (toId === undefined || !copies.includes(toId)) continue
      const isFirst = versionOf(db, fromId, formerField) === undefined
      if (isFirst || db.objects.get(fromId)?.ready === true) point(db, { fromId, field: formerField, toId })
    }
    return []
  },
  'point-to-former': (db: Tables, [definitionId, ids]: [bigint, bigint[]]) => {
    return ids.flatMap((fromId) => {
      const toId = versionOf(db, fromId, formerField)
      if (toId === undefined || versionOf(db, fromId) !== definitionId) return []
      point(db, { fromId, field: 'definition', toId })
      return [{ fromId }]
    })
  },
  'forget-former': (db: Tables, [ids]: [bigint[]]) => {
    for (const id of ids) db.references.delete(`${id}:${formerField}`)
    return []
  },
  'renew-instances': (db: Tables, [ids, actor]: [bigint[], string]) => {
    for (const object of byId(db.objects.values()))
      if (ids.includes(object.id)) {
        const renewed = triggerRow(db, object, { generation: object.generation + 1, stalled: false })
        logChange(db, renewed, { operation: 'TRIGGER', actor })
      }
    return []
  },
  'store-rollout-status': (db: Tables, [id, status]: [bigint, string]) => {
    const object = db.objects.get(id)
    if (object === undefined) return []
    const updated = putObject(db, {
      ...object,
      status: JSON.parse(status) as StoredObject['status'],
      version: object.version + 1,
      updatedAt: later(db, 0),
    })
    logChange(db, updated, { operation: 'STATUS', actor: 'rollouts', after: updated.status })
    return []
  },
}

type StoredValues = [
  objectId: bigint,
  state: RolloutRow['state'],
  progress: string | null,
  wave: number,
  waves: number,
  paused: boolean,
  cause: string | null,
  former: string,
]

function findRows({ rollouts }: Tables, [objectIds]: [readonly bigint[]]): RolloutRow[] {
  // A caller may change what it has read.
  return objectIds.flatMap((id) => structuredClone(rollouts.get(id)) ?? [])
}
