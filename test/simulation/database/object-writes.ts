import { formerField } from '../../../server/store/definition-rollouts/fields.ts'
import { copiesOf } from './rollout-statements.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Change, StoredObject } from '../../../prisma/generated/client/client.ts'
import { childKinds } from '../../../schema/parents.ts'
import { later, logChange, putObject, type Tables } from './tables.ts'
import { latestDue, parentsOf, triggerRow } from './triggers.ts'

/* The statements of server/store/write-object.ts that create and update objects. */

type Desired = [fields: string[], kinds: string[], projects: string[], names: string[]]

interface Target {
  field: string
  id: bigint
}

export function projectNamed({ objects }: Tables, name: string | null): StoredObject | undefined {
  return [...objects.values()].find(
    (each) => each.kind === 'Project' && each.name === name && each.projectId === null,
  )
}

/** Returns the ids of the named objects; undefined unless all of them exist and are not being deleted. */
function targetsOf(db: Tables, [fields, kinds, projects, names]: Desired): Target[] | undefined {
  const targets = fields.flatMap((field, index): Target[] => {
    const project = projectNamed(db, projects[index] ?? null)
    const found = [...db.objects.values()].find(
      (each) =>
        project !== undefined &&
        each.projectId === project.id &&
        each.kind === kinds[index] &&
        each.name === names[index] &&
        each.deletionRequestedAt === null,
    )
    return found === undefined ? [] : [{ field, id: found.id }]
  })
  return targets.length === fields.length ? targets : undefined
}

/** Returns the policies and their exceptions, in the order of `find-policies`. */
export function policiesIn({ objects }: Tables): StoredObject[] {
  const found = [...objects.values()].filter(({ kind }) => ['Policy', 'PolicyException'].includes(kind))
  return found.toSorted((one, other) => (`${one.kind} ${one.name}` < `${other.kind} ${other.name}` ? -1 : 1))
}

/** Returns the version of the policies, which differs whenever one of them does. */
export function policyVersion(db: Tables): string {
  const policies = policiesIn(db)
  // Postgres has the transaction that wrote the row instead of version and time.
  const parts = policies.map(({ id, version, updatedAt }) => `${id} ${version} ${updatedAt.getTime()}`)
  return policies.length === 0 ? '0' : parts.join()
}

function refer({ references }: Tables, fromId: bigint, targets: readonly Target[]): void {
  for (const { field, id: toId } of targets) references.set(`${fromId}:${field}`, { fromId, field, toId })
}

/** A creation, as `creationText` writes it. */
interface Creation extends Pick<
  StoredObject,
  'kind' | 'name' | 'labels' | 'annotations' | 'spec' | 'exclusive' | 'status'
> {
  project?: string
  secrets: StoredObject['secrets']
  reconciled: boolean
  references: { field: string; kind: string; project: string; name: string }[]
  words: string[]
  actor: string
  reason?: string
  traceparent?: string
  checked: boolean
  policies: string | null
}

type CreatedRow = StoredObject & { referenced: Record<string, string> }

/** Returns the created objects, and a row without an ID for each that a precondition refuses. */
export function createObjects(db: Tables, [texts]: [string]): (CreatedRow | { id: null })[] {
  // What one of them creates is not visible to the others.
  const policies = policyVersion(db)
  const items = (JSON.parse(texts) as Creation[]).map((item) => ({
    ...item,
    targets: targetsOf(db, desiredOf(item)),
  }))
  const rows = items.map(
    (item) =>
      (item.policies !== null && item.policies !== policies ? undefined : createObject(db, item)) ?? {
        id: null,
      },
  )
  // A statement writes each row once.
  const parents = new Set(rows.flatMap(({ id }) => (id === null ? [] : [...parentsOf(db, id)])))
  for (const id of parents) {
    const found = db.objects.get(id)
    if (found !== undefined) triggerRow(db, found)
  }
  return rows
}

function desiredOf({ references }: Pick<Creation, 'references'>): Desired {
  return [
    references.map(({ field }) => field),
    references.map(({ kind }) => kind),
    references.map(({ project }) => project),
    references.map(({ name }) => name),
  ]
}

function createObject(
  db: Tables,
  creation: Creation & { targets: Target[] | undefined },
): CreatedRow | undefined {
  const { targets, project, checked, reconciled, words, actor, reason, traceparent } = creation
  const { kind, name, labels, annotations, spec, secrets, exclusive, status } = creation
  const parent = project === undefined ? undefined : projectNamed(db, project)
  if (targets === undefined || (project !== undefined && parent?.deletionRequestedAt !== null))
    return undefined
  const definition = targets.find(({ field }) => field === 'definition')
  if (!checked && requiresChecks(db, definition?.id)) return undefined
  if (!checked && hasTier(parent)) return undefined
  const object: StoredObject = {
    id: db.nextId('object'),
    projectId: parent?.id ?? null,
    kind,
    name,
    labels,
    annotations,
    spec,
    secrets,
    exclusive,
    status,
    secretOutputs: null,
    ready: !reconciled,
    stalled: false,
    reconcilerState: {},
    generation: 1,
    version: 1,
    editedVersion: 1,
    observedGeneration: reconciled ? 0 : 1,
    epoch: 0,
    triggers: 0,
    failures: 0,
    nextReconcileAt: reconciled ? later(db, latestDue) : null,
    leaseExpiresAt: null,
    waitingForId: null,
    confirmation: null,
    deletionRequestedAt: null,
    deletionForced: false,
    owned: false,
    expiresAt: null,
    createdAt: db.now(),
    updatedAt: db.now(),
  }
  try {
    putObject(db, object)
  } catch {
    return undefined
  }
  refer(db, object.id, targets)
  db.documents.set(object.id, { version: object.editedVersion, words })
  logChange(db, object, {
    operation: 'CREATE',
    actor,
    reason: reason ?? null,
    after: object.spec,
    secrets: object.secrets,
    triggersReferrers: childKinds.includes(object.kind),
    traceparent: traceparent ?? null,
  })
  return { ...object, referenced: Object.fromEntries(targets.map(({ field, id }) => [field, String(id)])) }
}

function hasTier(project: StoredObject | undefined): boolean {
  return project !== undefined && specOf(project)['tier'] !== undefined
}

export function specOf({ spec }: StoredObject): Record<string, unknown> {
  return spec as Record<string, unknown>
}

function requiresChecks({ objects }: Tables, id: bigint | undefined): boolean {
  const status = objects.get(id ?? 0n)?.status as { outputs?: Record<string, unknown> } | undefined
  return ['requiredParameters', 'dependencies'].some((output) => status?.outputs?.[output] !== undefined)
}

/** An edit, as `editText` writes it. */
interface Edit extends Omit<Creation, 'kind' | 'name' | 'project' | 'status' | 'checked'> {
  id: string
  desired: boolean
  status: StoredObject['status'] | null
}

/** Returns the edited objects, and a row without an ID for each that a precondition refuses. */
export function updateObjects(db: Tables, [texts]: [string]): (StoredObject | { id: null })[] {
  const policies = policyVersion(db)
  return (JSON.parse(texts) as Edit[]).map(
    (edit) =>
      (edit.policies !== null && edit.policies !== policies ? undefined : updateObject(db, edit)) ?? {
        id: null,
      },
  )
}

function updateObject(db: Tables, edit: Edit): StoredObject | undefined {
  const { labels, annotations, spec, secrets, exclusive, desired, status, reconciled, words } = edit
  const { actor, reason, traceparent } = edit
  const id = BigInt(edit.id)
  const before = db.objects.get(id)
  const targets = targetsOf(db, desiredOf(edit))
  if (before === undefined || targets === undefined) return undefined
  const generation = before.generation + Number(desired)
  const object = putObject(db, {
    ...before,
    labels,
    annotations,
    spec,
    secrets,
    exclusive,
    generation,
    version: before.version + 1,
    editedVersion: before.version + 1,
    observedGeneration: reconciled ? before.observedGeneration : generation,
    status: status ?? before.status,
    stalled: false,
    triggers: before.triggers + 1,
    failures: 0,
    nextReconcileAt: reconciled ? later(db, latestDue) : null,
    updatedAt: db.now(),
  })
  const [kept, former] = ['definition', formerField].map((field) => db.references.get(`${id}:${field}`))
  for (const [key, { fromId }] of db.references) if (fromId === id) db.references.delete(key)
  refer(db, id, targets)
  const named = db.references.get(`${id}:definition`)
  if (former !== undefined && named !== undefined && copiesOf(db, named.toId).includes(former.toId))
    db.references.set(`${id}:${formerField}`, former)
  // An instance keeps the copy of the definition that it has.
  if (kept !== undefined && named !== undefined && copiesOf(db, named.toId).includes(kept.toId))
    db.references.set(`${id}:definition`, kept)
  db.documents.set(id, { version: object.editedVersion, words })
  logChange(db, object, {
    operation: 'UPDATE',
    actor,
    reason: reason ?? null,
    before: before.spec,
    after: object.spec,
    secrets: desired ? object.secrets : null,
    metadata: changedMetadata(before, object),
    triggersReferrers: desired,
    traceparent: traceparent ?? null,
  })
  return object
}

function changedMetadata(before: StoredObject, after: StoredObject): Change['metadata'] {
  const metadata = [before, after].map(({ labels, annotations }) => ({ labels, annotations }))
  return isDeepStrictEqual(metadata[0], metadata[1])
    ? null
    : { before: metadata[0] ?? {}, after: metadata[1] ?? {} }
}
