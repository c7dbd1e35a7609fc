import { copiesOf } from './rollout-statements.ts'
import type { Prisma } from '../../../prisma/generated/client/client.ts'
import { parentFields } from '../../../schema/parents.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { formerField, versionField } from '../../../server/store/definition-rollouts/fields.ts'
import {
  createObjects,
  policiesIn,
  policyVersion,
  projectNamed,
  specOf,
  updateObjects,
} from './object-writes.ts'
import { byId, dropObject, later, logChange, putObject, type Tables } from './tables.ts'
import { latestDue, parentsOf, referrersOf, referring, triggerRow } from './triggers.ts'

/* The statements of server/store/{write-object,objects,lookups,delete}.ts, by name. */

type ActorValues = [actor: string, reason: string | null, traceparent: string | null]

function keyed(db: Tables, [kinds, projects, names]: [string[], (string | null)[], string[]]) {
  const rows = kinds.flatMap((kind, index) => {
    const given = projects[index] ?? null
    const project = given === null ? undefined : projectNamed(db, given)
    return [...db.objects.values()]
      .filter(
        (each) =>
          each.kind === kind &&
          each.name === names[index] &&
          each.projectId === (project?.id ?? null) &&
          (given === null) === (each.projectId === null),
      )
      .map((object) => ({ ...object, projectName: given }))
  })
  return byId(rows)
}

function isReferable({ references }: Tables, { id, deletionRequestedAt }: StoredObject): boolean {
  const isVersion = [...references.values()].some(
    ({ fromId, field }) => fromId === id && field === versionField,
  )
  return deletionRequestedAt === null && !isVersion
}

function targetIds({ references, objects }: Tables, id: bigint): bigint[] {
  const named = [...references.values()].filter(({ fromId }) => fromId === id).map(({ toId }) => toId)
  return [...new Set([...named, objects.get(id)?.projectId ?? []].flat())]
}

/** Returns the ids of what refers to definitions, or to copies of them, as instances do. */
function instancesIn(db: Tables, ids: readonly bigint[]): bigint[] {
  const versions = [...ids, ...ids.flatMap((id) => copiesOf(db, id))]
  return [...db.references.values()].flatMap(({ fromId, toId, field }) =>
    field === 'definition' && versions.includes(toId) ? [fromId] : [],
  )
}

/** Returns an object with the name of its project. */
function withProject(objects: Tables['objects'], id: bigint) {
  const object = objects.get(id)
  if (object === undefined) return []
  const project = object.projectId === null ? null : (objects.get(object.projectId)?.name ?? null)
  return [{ ...object, project }]
}

/** The statement that removes objects which nothing holds. */
export function removeFree(
  db: Tables,
  [objects, reconciled, confirmed, actor, reason, traceparent]: [string, string[], boolean, ...ActorValues],
): { id: bigint; is: 'removed' | 'next' | 'concerned' }[] {
  const given = JSON.parse(objects) as { id: string; gone: string[] }[]
  const goneOf = new Map(given.map(({ id, gone }) => [BigInt(id), gone.map(BigInt)]))
  const free = byId(db.objects.values()).filter(({ id, kind }) => {
    const gone = goneOf.get(id)
    if (gone === undefined || !isUnreferenced(db, id)) return false
    return !reconciled.includes(kind) || (confirmed && hasNothing(db, id, gone))
  })
  const removed = free.map(({ id }) => id)
  const targets = [...new Set(removed.flatMap((id) => targetIds(db, id)))].map(
    (id) => db.objects.get(id) ?? [],
  )
  const parents = new Set(removed.flatMap((id) => [...parentsOf(db, id)]))
  const next: bigint[] = []
  const concerned: bigint[] = []
  for (const { id, kind, deletionRequestedAt } of targets.flat()) {
    const isGoing = deletionRequestedAt !== null
    if (!reconciled.includes(kind)) next.push(...(isGoing ? [id] : []))
    else if (isGoing || parents.has(id)) concerned.push(id)
  }
  concerned.push(...waitingFor(db, removed), ...ownersOf(db, removed))
  for (const id of removed)
    for (const entry of goneOf.get(id) ?? [])
      if (db.applied.get(entry)?.objectId === id) db.applied.delete(entry)
  for (const object of free) {
    dropObject(db, object.id)
    const logged = { actor, reason, before: object.spec, traceparent, version: object.version + 1 }
    logChange(db, object, { operation: 'DELETE', ...logged })
  }
  return [
    ...removed.map((id) => ({ id, is: 'removed' }) as const),
    ...next.map((id) => ({ id, is: 'next' }) as const),
    ...concerned.map((id) => ({ id, is: 'concerned' }) as const),
  ]
}

/** Returns what is removed with some objects, and all that these removals concern. */
function affectedBy(
  db: Tables,
  ids: readonly bigint[],
  reconciled: readonly string[],
): Record<'removed' | 'concerned', Set<bigint>> {
  const removed = new Set(ids)
  const concerned = new Set(ids)
  for (const id of removed)
    for (const target of targetIds(db, id)) {
      concerned.add(target)
      const { deletionRequestedAt = null, kind = '' } = db.objects.get(target) ?? {}
      if (deletionRequestedAt !== null && !reconciled.includes(kind)) removed.add(target)
    }
  return { removed, concerned }
}

/** Returns the objects that the removal of some triggers: those that wait for them, their owners, and their parents. */
function triggeredBy(db: Tables, removed: ReadonlySet<bigint>): Set<bigint> {
  const parents = [...removed].flatMap((id) => [...parentsOf(db, id)])
  return new Set([...waitingFor(db, [...removed]), ...ownersOf(db, [...removed]), ...parents])
}

function waitingFor({ objects }: Tables, ids: readonly bigint[]): bigint[] {
  return byId(objects.values()).flatMap(({ id, waitingForId }) =>
    waitingForId !== null && ids.includes(waitingForId) ? id : [],
  )
}

function ownersOf({ ownerships }: Tables, ids: readonly bigint[]): bigint[] {
  return [...ownerships.values()].flatMap(({ ownerId, ownedId }) => (ids.includes(ownedId) ? ownerId : []))
}

/** Returns those objects whose deletion is requested. */
function goingOf({ objects }: Tables, [ids]: [bigint[]]) {
  return [...objects.values()].filter(
    ({ id, deletionRequestedAt }) => ids.includes(id) && deletionRequestedAt !== null,
  )
}

function isUnreferenced({ objects, references }: Tables, object: bigint): boolean {
  return (
    objects.get(object)?.deletionRequestedAt !== null &&
    ![...references.values()].some(({ toId }) => toId === object) &&
    ![...objects.values()].some(({ projectId }) => projectId === object)
  )
}

function hasNothing(
  { applied, external, ownerships }: Tables,
  object: bigint,
  gone: readonly bigint[],
): boolean {
  return (
    ![...applied.values()].some(
      ({ id, objectId, runtimeId }) => (objectId === object && !gone.includes(id)) || runtimeId === object,
    ) &&
    ![...external.values()].some(({ objectId }) => objectId === object) &&
    ![...ownerships.values()].some(({ ownerId }) => ownerId === object)
  )
}

export const objectStatements = {
  'create-objects': createObjects,
  'create-together': createObjects,
  'update-objects': updateObjects,

  'find-unindexed': (db: Tables, [after, limit]: [bigint, number]) =>
    byId(db.objects.values())
      .filter(({ id, editedVersion }) => id > after && db.documents.get(id)?.version !== editedVersion)
      .slice(0, limit),

  'store-search-document': (db: Tables, [id, version, words]: [bigint, number, string[]]) => {
    db.documents.set(id, { version, words })
    return []
  },

  'trigger-referrers': (db: Tables, [id, reconciled]: [bigint, string[]]) => {
    for (const object of referrersOf(db, [id], reconciled)) triggerRow(db, object)
    return []
  },

  'trigger-referrers-of-all': (db: Tables, [ids, reconciled]: [bigint[], string[]]) => {
    for (const object of referrersOf(db, ids, reconciled)) triggerRow(db, object)
    return []
  },

  'renew-referrers': (db: Tables, [ids, reconciled, of]: [bigint[], string[], bigint[]]) => {
    const named = referring(db, ids)
    const renewed = referrersOf(db, ids, reconciled).map((object) =>
      triggerRow(db, object, {
        generation: object.generation + Number(named.has(object.id)),
        stalled: object.stalled && !named.has(object.id),
      }),
    )
    return renewed.filter(({ id }) => of.includes(id))
  },

  'find-keys': ({ objects }: Tables, [ids]: [bigint[]]) =>
    ids.flatMap((id) => {
      const found = objects.get(id)
      if (found === undefined) return []
      const { kind, name, projectId } = found
      return [{ id, kind, name, project: projectId === null ? null : (objects.get(projectId)?.name ?? null) }]
    }),

  'find-by-id': ({ objects }: Tables, [id]: [bigint]) => [objects.get(id) ?? []].flat(),
  'find-by-ids': ({ objects }: Tables, [ids]: [bigint[]]) =>
    byId(objects.values()).filter(({ id }) => ids.includes(id)),
  'find-names': ({ objects }: Tables, [ids]: [bigint[]]) =>
    byId(objects.values()).flatMap(({ id, name }) => (ids.includes(id) ? [{ id, name }] : [])),

  'find-by-key': keyed,
  'lock-by-key': keyed,

  'find-policies': (db: Tables) =>
    policiesIn(db).map(({ kind, name, spec, deletionRequestedAt }) => ({
      kind,
      name,
      spec,
      isDeleting: deletionRequestedAt !== null,
      version: policyVersion(db),
    })),

  'find-names-near': (
    db: Tables,
    [kinds, projects, names, most]: [string[], (string | null)[], string[], number],
  ) =>
    kinds.flatMap((kind, index) => {
      const project = projects[index] ?? null
      const projectId = project === null ? null : projectNamed(db, project)?.id
      const known = [...db.objects.values()]
        .filter((each) => each.kind === kind && each.projectId === projectId && isReferable(db, each))
        .map(({ name }) => name)
        .sort()
      const given = names[index] ?? ''
      const before = known.filter((name) => name < given).slice(-most)
      const after = known.filter((name) => name >= given).slice(0, most)
      return [...before, ...after].map((name) => ({ kind, project, name }))
    }),

  'find-names-elsewhere': (db: Tables, [kinds, names, most]: [string[], string[], number]) => {
    const projects = [...db.objects.values()]
      .filter((each) => each.kind === 'Project' && each.deletionRequestedAt === null)
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .slice(0, most)
    return kinds.flatMap((kind, index) =>
      projects.flatMap((project) =>
        [...db.objects.values()]
          .filter(
            (each) =>
              each.kind === kind &&
              each.name === names[index] &&
              each.projectId === project.id &&
              isReferable(db, each),
          )
          .map(({ name }) => ({ kind, name, project: project.name })),
      ),
    )
  },

  'find-exclusive': (db: Tables, [project, kind, field]: [string, string, string]) =>
    [...db.objects.values()].filter(
      (each) =>
        each.kind === kind &&
        each.exclusive === field &&
        each.deletionRequestedAt === null &&
        each.projectId === projectNamed(db, project)?.id,
    ),

  'find-profiles': (db: Tables, [projects, type]: [string[], string]) =>
    byId(db.objects.values()).flatMap((object) => {
      const project = projects.find((name) => projectNamed(db, name)?.id === object.projectId)
      const isMatch = object.kind === 'Profile' && specOf(object)['type'] === type
      return isMatch && project !== undefined && object.deletionRequestedAt === null
        ? [{ ...object, project }]
        : []
    }),
  'find-profiles-of': ({ objects, references }: Tables, [ids]: [bigint[]]) =>
    byId(objects.values()).flatMap((object) =>
      [...references.values()].some(
        ({ fromId, field, toId }) => ids.includes(fromId) && field === 'profile' && toId === object.id,
      )
        ? [{ ...object, project: objects.get(object.projectId ?? 0n)?.name }]
        : [],
    ),
  'count-by-project': ({ objects }: Tables, [projectIds, kinds]: [bigint[], string[]]) => {
    const counted = [...objects.values()].filter(
      ({ projectId, kind }) => projectIds.includes(projectId ?? 0n) && kinds.includes(kind),
    )
    const groups = Map.groupBy(counted, ({ projectId, kind }) => `${projectId} ${kind}`)
    return [...groups.values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ projectId: first.projectId, kind: first.kind, count: others.length + 1 }],
    )
  },

  'find-holders': (db: Tables, [ids]: [bigint[]]) => {
    const { objects, references, ownerships } = db
    const owns = (ownerId: bigint | null, ownedId: bigint): boolean =>
      [...ownerships.values()].some((each) => each.ownerId === ownerId && each.ownedId === ownedId)
    const naming = [...references.values()]
      .filter(({ toId }) => ids.includes(toId))
      .map(({ toId, fromId, field }) => ({
        targetId: toId,
        holder: objects.get(fromId),
        isChild: parentFields.includes(field),
      }))
    const members = [...objects.values()]
      .filter(({ projectId }) => projectId !== null && ids.includes(projectId))
      .map((holder) => ({ targetId: holder.projectId, holder, isChild: false }))
    const ofVersions = ids.flatMap((targetId) =>
      [...references.values()]
        .filter(({ toId, field }) => field === 'definition' && copiesOf(db, targetId).includes(toId))
        .map(({ fromId }) => ({ targetId, holder: objects.get(fromId), isChild: false })),
    )
    const rows = [...naming, ...members, ...ofVersions].flatMap(({ targetId, holder, isChild }) => {
      if (holder === undefined) return []
      const { id, kind, name, deletionRequestedAt } = holder
      const attached = isChild || owns(targetId, id)
      return [{ targetId, id, kind, name, deleting: deletionRequestedAt !== null, attached }]
    })
    return byId(rows)
  },

  'find-instances': (db: Tables, [ids]: [bigint[]]) => byId(instancesIn(db, ids).map((id) => ({ id }))),
  'find-instances-of-kinds': (db: Tables, [ids, kinds]: [bigint[], string[]]) => {
    const instances = instancesIn(db, ids)
    return byId(db.objects.values()).flatMap(({ id, kind }) =>
      instances.includes(id) && kinds.includes(kind) ? [{ id }] : [],
    )
  },

  'take-turn-with-references': () => [],
  'find-cycles': (db: Tables, [from, to, starts, edited]: [bigint[], bigint[], bigint[], bigint[]]) => {
    const stored = [...db.references.values()].filter(
      ({ fromId, field }) => !edited.includes(fromId) || [versionField, formerField].includes(field),
    )
    const edges = [...stored, ...from.map((fromId, index) => ({ fromId, toId: to[index] }))]
    const nextOf = (id: bigint): bigint[] =>
      edges.flatMap(({ fromId, toId }) => (fromId === id && toId !== undefined ? [toId] : []))
    return starts.flatMap((start) => {
      const reached = new Set(nextOf(start))
      for (const id of reached) for (const next of nextOf(id)) reached.add(next)
      return reached.has(start) ? [{ start }] : []
    })
  },

  'find-referenced-ids': ({ references }: Tables, [ids, fields]: [bigint[], string[]]) =>
    ids.flatMap((id, index) => references.get(`${id}:${fields[index] ?? ''}`) ?? []),

  'size-of-objects': (db: Tables, [ids]: [bigint[]]) => {
    const objects = ids.flatMap((id) => db.objects.get(id) ?? [])
    return [
      {
        bytes: JSON.stringify(objects.map(({ spec, status, annotations }) => [spec, status, annotations]))
          .length,
      },
    ]
  },

  'find-referenced': ({ references, objects }: Tables, [ids, fields]: [bigint[], string[]]) =>
    ids.flatMap((id, index) => {
      const reference = references.get(`${id}:${fields[index] ?? ''}`)
      const object = reference && objects.get(reference.toId)
      return object === undefined ? [] : [{ fromId: id, field: fields[index], ...object }]
    }),

  'find-sealed': ({ objects }: Tables, [id]: [bigint]) => withProject(objects, id),

  'find-held-reference': ({ objects, references }: Tables, [id, epoch, field]: [bigint, number, string]) => {
    const reconciled = objects.get(id)
    const reference = references.get(`${id}:${field}`)
    const isHeld = reconciled?.epoch === epoch && reconciled.leaseExpiresAt !== null
    return isHeld && reference !== undefined ? withProject(objects, reference.toId) : []
  },

  'request-deletions': (
    db: Tables,
    [ids, reconciled, actor, reason, traceparent, forced, policies]: [
      bigint[],
      string[],
      ...ActorValues,
      boolean,
      string | null,
    ],
  ) => {
    if (policies !== null && policies !== policyVersion(db)) return []
    return byId(db.objects.values()).flatMap((before) => {
      if (!ids.includes(before.id)) return []
      const object = putObject(db, {
        ...before,
        deletionRequestedAt: before.deletionRequestedAt ?? db.now(),
        deletionForced: forced,
        generation: before.generation + 1,
        version: before.version + 1,
        editedVersion: before.version + 1,
        triggers: before.triggers + 1,
        failures: 0,
        stalled: false,
        exclusive: null,
        updatedAt: db.now(),
        // The store always writes an object as the status.
        status: { ...(before.status as Prisma.JsonObject), phase: 'Deleting' },
        nextReconcileAt: reconciled.includes(before.kind) ? later(db, latestDue) : null,
      })
      const logged = { actor, reason, before: object.spec, triggersReferrers: true, traceparent }
      logChange(db, object, { operation: 'DELETE_REQUEST', ...logged })
      return [object]
    })
  },

  'find-affected': (db: Tables, [ids, reconciled]: [bigint[], string[]]) => {
    const { removed, concerned } = affectedBy(db, ids, reconciled)
    const triggered = triggeredBy(db, removed)
    return [...db.objects.values()]
      .filter(({ id }) => concerned.has(id) || triggered.has(id))
      .map(({ id, deletionRequestedAt }) => {
        const staying = concerned.has(id) && deletionRequestedAt === null
        if (concerned.has(id) && !staying) return { id, staying, lock: 'going' }
        return { id, staying, lock: triggered.has(id) ? 'triggered' : 'staying' }
      })
  },

  'lock-removals-free': (db: Tables, [ids, epochs, reconciled]: [bigint[], number[], string[]]) =>
    ids.flatMap((id, index) => {
      const own = db.objects.get(id)
      if (own === undefined || own.epoch !== epochs[index] || own.deletionRequestedAt === null) return []
      const { removed, concerned } = affectedBy(db, [id], reconciled)
      const isLeft = [...concerned].some(
        (each) => !removed.has(each) && db.objects.get(each)?.deletionRequestedAt !== null,
      )
      return isLeft || triggeredBy(db, removed).size > 0 ? [] : [{ id }]
    }),

  'lock-going': ({ objects }: Tables, [ids]: [bigint[]]) =>
    byId(objects.values()).filter(({ id }) => ids.includes(id)),

  'lock-staying': goingOf,
  'lock-triggered': goingOf,

  'remove-free': removeFree,

  'trigger-object': (
    db: Tables,
    [kind, project, name, actor, reason, traceparent, id]: [
      string,
      string | null,
      string,
      ...ActorValues,
      bigint | null,
    ],
  ) => {
    const projectId = project === null ? null : (projectNamed(db, project)?.id ?? null)
    const triggered = [...db.objects.values()]
      .filter((each) => each.kind === kind && each.name === name && each.projectId === projectId)
      .filter((each) => id === null || each.id === id)
      .map((object) => triggerRow(db, object, { stalled: false }))
    for (const object of triggered)
      logChange(db, object, { operation: 'TRIGGER', actor, reason, traceparent })
    return triggered
  },

  'trigger-many': (
    db: Tables,
    [ids, reconciled, actor, reason, traceparent, idle]: [bigint[], string[], ...ActorValues, boolean],
  ) => {
    const triggered = byId(db.objects.values()).filter(
      ({ id, kind, leaseExpiresAt }) =>
        ids.includes(id) &&
        reconciled.includes(kind) &&
        !(idle && leaseExpiresAt !== null && leaseExpiresAt > db.now()),
    )
    for (const object of triggered)
      logChange(db, triggerRow(db, object), { operation: 'TRIGGER', actor, reason, traceparent })
    return triggered.map(({ id }) => ({ id }))
  },
}
