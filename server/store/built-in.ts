import { isPlatformError, shownValue } from '../../schema/errors.ts'
import type { Store } from '../../schema/graphql/store.ts'
import { join } from '../../schema/issue-errors.ts'
import { defaultProject } from '../../schema/names.ts'
import { builtInKinds, builtInLabel } from '../../schema/own-labels.ts'
import { builtInActor, builtInObjects } from '../../schema/profiles/built-in.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Planned } from './checks.ts'
import type { Problem } from './problems.ts'
import { labelsOf } from './sql.ts'
import { withArticle } from '../../schema/with-article.ts'

/* What every control plane has: project `default`, and the profiles and tiers that ship with QleetOS. */

/** Stores the objects that ship with this release. An object of a user with the same name stays as it is. */
export async function storeBuiltIns(store: Store): Promise<void> {
  await createDefaultProject(store)
  const stored = await Promise.all(
    builtInObjects.map(({ kind, name, project }) => store.find({ kind, name, project })),
  )
  const own = builtInObjects.filter((_, index) => {
    const object = stored[index]
    return object === undefined || isBuiltIn(object)
  })
  await store.apply(own, { actor: builtInActor })
}

async function createDefaultProject(store: Store): Promise<void> {
  try {
    await store.create({ kind: 'Project', name: defaultProject, spec: {} }, { actor: builtInActor })
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'NAME_TAKEN') throw error
  }
}

/** Reports whether an object ships with QleetOS. */
export function isBuiltIn(object: StoredObject): boolean {
  return builtInKinds.has(object.kind) && labelsOf(object)[builtInLabel] !== undefined
}

/** Returns the problem of a change or deletion of an object that ships with QleetOS. */
export function builtInProblem({ kind, name }: { kind: string; name: string }, path: string): Problem {
  const message = `${kind} ${shownValue(name)} ships with QleetOS and cannot be changed`
  const remedy = `Create ${withArticle(kind)} of your own with another name.`
  return { code: 'FORBIDDEN', field: { path, code: 'FORBIDDEN', message, remedy } }
}

/** Returns a problem for each write of an object that ships with QleetOS by somebody else. */
export function builtInProblems(planned: readonly Planned[], actor: string): Problem[] {
  if (actor === builtInActor) return []
  return planned.flatMap(({ draft, existing, item }) => {
    const isMarked = builtInKinds.has(draft.kind.kind) && draft.labels[builtInLabel] !== undefined
    const isStored = existing !== undefined && isBuiltIn(existing)
    if (!isMarked && !isStored) return []
    return [builtInProblem({ kind: draft.kind.kind, name: draft.name }, join(item.path, 'spec'))]
  })
}
