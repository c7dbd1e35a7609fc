import type { StoredObject } from '../../../prisma/client.ts'
import type { ObjectPlace, ObjectTarget, Store } from '../../../schema/graphql/store.ts'
import { findKind } from '../../../schema/kinds/index.ts'
import { defaultProject } from '../../../schema/names.ts'

/** Objects as calls of the store name them. */
export interface Subjects {
  ids?: readonly bigint[]
  targets?: readonly ObjectTarget[]
  /** Objects that need not exist yet. */
  inputs?: readonly Named[]
}

export interface Named {
  kind?: unknown
  name?: unknown
  project?: unknown
}

/** Place of an object that is given by its name. */
export function placeOfNamed({ kind, name, project }: Named): ObjectPlace {
  const isGlobal = findKind(String(kind))?.scope === 'global'
  const own = kind === 'Project' ? String(name) : undefined
  return { kind: String(kind), project: isGlobal ? own : String(project ?? defaultProject) }
}

/** Place of an object that was read. */
export async function placeOfObject(
  { projectName }: Pick<Store, 'projectName'>,
  { kind, name, projectId }: Pick<StoredObject, 'kind' | 'name' | 'projectId'>,
): Promise<ObjectPlace> {
  if (projectId === null) return { kind, project: kind === 'Project' ? name : undefined }
  return { kind, project: await projectName(projectId) }
}

/** Ids by which subjects are given, and the places of those that are given by names. */
export function parted({ ids = [], targets = [], inputs = [] }: Subjects): {
  ids: bigint[]
  named: ObjectPlace[]
} {
  return {
    ids: [...ids, ...targets.flatMap(({ id }) => (id === undefined ? [] : [id]))],
    named: [...inputs, ...targets.filter(({ id }) => id === undefined)].map(placeOfNamed),
  }
}
