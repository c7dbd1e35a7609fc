import type { IncomingHttpHeaders } from 'node:http'
import type { ActorStore } from '../../../schema/graphql/store.ts'
import type { ObjectEdit } from '../../../schema/graphql/store-writes.ts'
import { defined } from '../../../schema/defined.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { isRecord } from '../../../schema/manifests.ts'
import { mergePatch } from '../../../schema/merge-patch.ts'

/**
 * Returns the changes to an edit that make it a JSON Merge Patch: objects within the spec are merged with the stored ones,
 * at the version that was read.
 */
export async function mergedSpec(
  store: ActorStore,
  { kind, edit }: { kind: Kind; edit: ObjectEdit },
): Promise<Pick<ObjectEdit, 'spec' | 'labels' | 'expectedVersion'>> {
  const spec = isRecord(edit.spec) ? edit.spec : {}
  const nested = Object.entries(spec).filter(([, value]) => isRecord(value))
  if (nested.length === 0 && edit.labels === undefined) return {}
  const object = await store.find({ kind: kind.kind, ...defined({ id: edit.id }) })
  if (object === undefined) return {}
  const stored = object.spec as Record<string, unknown>
  const merged = nested.map(([field, patch]) => [field, mergePatch(stored[field], patch)])
  return {
    spec: { ...spec, ...(Object.fromEntries(merged) as Record<string, unknown>) },
    ...(edit.labels === undefined ? {} : { labels: mergePatch(object.labels, edit.labels) }),
    expectedVersion: edit.expectedVersion ?? object.version,
  }
}

/** Reports whether the body of a PATCH is a merge patch. Media types have no case. */
export function isMergePatch({ 'content-type': given = '' }: IncomingHttpHeaders): boolean {
  return given.split(';', 1)[0]?.trim().toLowerCase() === 'application/merge-patch+json'
}
