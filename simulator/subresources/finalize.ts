import { conflict, staleObject } from '../errors/status-error.ts'
import { at, listOf, stringOf } from '../json.ts'
import { getObject } from '../operations/read.ts'
import { keyOf } from '../target.ts'
import type { SubresourceHandler } from './subresource.ts'

/**
 * Handles namespaces/finalize: replaces spec.finalizers, which no other request can; a deleted namespace without any is
 * removed.
 */
export const finalize: SubresourceHandler = async (context, target, { body, options }) => {
  const live = getObject(context, { ...target, subresource: '' })
  const version = stringOf(at(body, 'metadata', 'resourceVersion'))
  if (version !== '' && version !== live.metadata.resourceVersion)
    throw conflict(target.resource, target.name, staleObject)
  const finalizers = listOf(at(body, 'spec', 'finalizers'))
  const next = { ...live, spec: finalizers.length === 0 ? {} : { finalizers } }
  if (options.dryRun) return { code: 200, object: next }
  const written = context.store.put(keyOf(target), next)
  const isFree = finalizers.length === 0 && (live.metadata.finalizers ?? []).length === 0
  if (live.metadata.deletionTimestamp !== undefined && isFree) context.store.remove(keyOf(target))
  return { code: 200, object: written }
}
