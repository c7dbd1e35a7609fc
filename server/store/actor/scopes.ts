import type { StoredObject } from '../../../prisma/client.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import type { ObjectScope } from '../../../schema/graphql/store-queries.ts'
import type { ObjectTarget } from '../../../schema/graphql/store-writes.ts'
import { findKind } from '../../../schema/kinds/index.ts'
import { defaultProject } from '../../../schema/names.ts'

/** The objects of a call of the store. */
export interface Subjects {
  ids?: readonly bigint[]
  targets?: readonly ObjectTarget[]
  /** Objects that may not exist yet. */
  inputs?: readonly Named[]
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
export function splitSubjects({ ids = [], targets = [], inputs = [] }: Subjects): {
  ids: bigint[]
  named: ObjectScope[]
} {
  return {
    ids: [...ids, ...targets.flatMap(({ id }) => (id === undefined ? [] : [id]))],
    named: [...inputs, ...targets.filter(({ id }) => id === undefined)].map(scopeOfNamed),
  }
}
