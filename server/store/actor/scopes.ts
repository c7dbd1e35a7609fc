import type { StoredObject } from '../../../prisma/client.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import type { ObjectScope, StoredEvent } from '../../../schema/graphql/store-queries.ts'
import type { EventSubject, ObjectTarget } from '../../../schema/graphql/store-writes.ts'
import { findKind } from '../../../schema/kinds/index.ts'
import { defaultProject } from '../../../schema/names.ts'

/** The objects of a call of the store. */
export interface Subjects {
  ids?: readonly bigint[]
  targets?: readonly ObjectTarget[]
  /** Objects that may not exist yet. */
  inputs?: readonly Named[]
  /** Kinds and projects of what is no object of the store. */
  scopes?: readonly ObjectScope[]
}

export interface Named {
  kind?: unknown
  name?: unknown
  project?: unknown
}

/** Returns the kind and project of an object that is given by its name. */
export function scopeOfNamed({ kind, name, project }: Named): ObjectScope {
  const isGlobal = findKind(String(kind))?.scope === 'global'
  const own = kind === 'Project' ? String(name) : undefined
  return { kind: String(kind), project: isGlobal ? own : String(project ?? defaultProject) }
}

/** Returns the kind and project of a stored object. */
export async function scopeOfObject(
  { projectName }: Pick<Store, 'projectName'>,
  { kind, name, projectId }: Pick<StoredObject, 'kind' | 'name' | 'projectId'>,
): Promise<ObjectScope> {
  if (projectId === null) return { kind, project: kind === 'Project' ? name : undefined }
  return { kind, project: await projectName(projectId) }
}

/** Splits subjects into ids, and the kinds and projects of those given by names. */
export function splitSubjects({ ids = [], targets = [], inputs = [], scopes = [] }: Subjects): {
  ids: bigint[]
  named: ObjectScope[]
} {
  return {
    ids: [...ids, ...targets.flatMap(({ id }) => (id === undefined ? [] : [id]))],
    named: [...scopes, ...[...inputs, ...targets.filter(({ id }) => id === undefined)].map(scopeOfNamed)],
  }
}

/** Returns the object that an event concerns; undefined for an event without one. */
export function subjectOfEvent({ subjectId, kind }: StoredEvent): EventSubject | undefined {
  return subjectId === null || kind === null ? undefined : { kind, id: subjectId }
}

/** Returns the subjects of a call about events: objects of the store, or of modules, which belong to no project. */
export function subjectsOfEvents(subjects: readonly (EventSubject | undefined)[]): Subjects {
  const [stored, others] = [true, false].map((isStored) =>
    subjects
      .filter((each) => each !== undefined)
      .filter(({ kind }) => (findKind(kind) !== undefined) === isStored),
  ) as [EventSubject[], EventSubject[]]
  return {
    ids: stored.map(({ id }) => id),
    scopes: others.map(({ kind }) => ({ kind, project: undefined })),
  }
}
