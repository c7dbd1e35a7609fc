import type { AnyObject, Client, ObjectDocument } from '../../../client-sdk/index.ts'
import { mayContainPlaceholders } from '../../../schema/secret-syntax.ts'
import { text } from '../text.ts'
import { client } from './session.ts'

/*
 * What undoes a change that was made here. Each reverse is planned like the change itself, at the time of the undo, and refused if
 * the object has been changed since.
 */

/** A change that undoes another one. */
export interface Reverse {
  title: string
  /** Writes with `dryRun`, by a client that records the plan. */
  plan: (planning: Client) => Promise<unknown>
}

/** Returns what undoes the edit of an object: undefined if nothing has changed, or if secrets could not be restored. */
export function reverseOfEdit(before: AnyObject, after: AnyObject | undefined): Reverse | undefined {
  if (after === undefined) return undefined
  const [isOther, isRelabelled] = [specOf, metadataOf].map((of) => of(before) !== of(after)) as [
    boolean,
    boolean,
  ]
  // The revision has the secrets, which the object that was read has not.
  if (!isRelabelled) return after.generation === before.generation ? undefined : revisionOf(before, after)
  if (isOther && mayContainPlaceholders(specOf(before))) return undefined
  return {
    title: text.undo.edit(before.name),
    plan: async (planning) =>
      planning.apply([documentOf(before, (await unchanged(after)).version)], { dryRun: true }),
  }
}

/** Returns what undoes the creation of objects. */
export function reverseOfCreation(created: readonly AnyObject[], title: string): Reverse | undefined {
  if (created.length === 0) return undefined
  return {
    title,
    plan: async (planning) => {
      const targets = await Promise.all(
        created.map(async (each) => ({ id: each.id, expectedVersion: (await unchanged(each)).version })),
      )
      return planning.objects.delete(targets, { dryRun: true })
    },
  }
}

/** Returns what undoes the deletion of objects that only say what is to happen, such as holds: they are declared again. */
export function reverseOfRemoval(removed: readonly AnyObject[], title: string): Reverse {
  return {
    title,
    plan: (planning) =>
      planning.apply(
        removed.map((each) => documentOf(each, 0)),
        { dryRun: true },
      ),
  }
}

function revisionOf({ generation: toGeneration }: AnyObject, after: AnyObject): Reverse {
  return {
    title: text.undo.edit(after.name),
    plan: async (planning) => {
      const { id, version } = await unchanged(after)
      return planning.objects.rollBack({ id, expectedVersion: version }, { toGeneration, dryRun: true })
    },
  }
}

/** Returns an object as it is now. Throws if it has been edited since. */
async function unchanged({ id, name, generation, manifest }: AnyObject): Promise<AnyObject> {
  const now = await client.objects.getById(id)
  if (now === undefined) throw new Error(text.undo.gone(name))
  if (now.generation !== generation || metadataOf(now) !== metadataOf({ manifest }))
    throw new Error(text.undo.edited(name))
  return now
}

function documentOf(
  { kind, name, projectName, manifest }: AnyObject,
  expectedVersion: number,
): ObjectDocument {
  const { labels, annotations = {} } = manifest.metadata
  return { kind, name, project: projectName, labels, annotations, spec: manifest.spec, expectedVersion }
}

function specOf({ manifest }: Pick<AnyObject, 'manifest'>): string {
  return JSON.stringify(sorted(manifest.spec))
}

function metadataOf({ manifest: { metadata } }: Pick<AnyObject, 'manifest'>): string {
  return JSON.stringify(sorted([metadata.labels, metadata.annotations ?? {}]))
}

/** Returns a value with the fields of its maps in order, since that means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
