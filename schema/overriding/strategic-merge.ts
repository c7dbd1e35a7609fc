import { innerType, mergeKeyOf, typeOfKind } from '../kubernetes/manifest-types.ts'
import { isRecord, type Manifest } from '../manifests.ts'

/*
 * Strategic merge patches: https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch.
 * As in kustomize, new items of a merged list precede the others, and `$patch: delete` removes the whole resource.
 */

type Json = Record<string, unknown>

/** Applies a strategic merge patch; returns undefined if it deletes the resource. The given values are not changed. */
export function strategicMerge(manifest: Manifest, patch: Json): Manifest | undefined {
  if (patch['$patch'] === 'delete') return undefined
  const type = typeOfKind(manifest.apiVersion, manifest.kind) ?? ''
  // The identity of a resource never changes.
  const { apiVersion, kind, metadata } = manifest
  const merged = mergeMaps(manifest, patch, type) as Manifest
  return { ...merged, apiVersion, kind, metadata: { ...merged.metadata, name: metadata.name } }
}

function mergeMaps(current: Json, patch: Json, type: string): Json {
  if (patch['$patch'] === 'replace') return withoutDirectives(patch)
  const result = new Map(Object.entries(current))
  for (const [field, value] of Object.entries(patch)) {
    if (field === '$patch' || field === '$retainKeys') continue
    if (value === null) result.delete(field)
    else result.set(field, mergeField({ type, field }, result.get(field), value))
  }
  return Object.fromEntries(result)
}

function mergeField(
  { type, field }: { type: string; field: string },
  current: unknown,
  value: unknown,
): unknown {
  const inner = innerType(type, field) ?? ''
  if (isRecord(value)) return isRecord(current) ? mergeMaps(current, value, inner) : withoutDirectives(value)
  const key = mergeKeyOf(type, field)
  if (!Array.isArray(value) || !Array.isArray(current) || key === undefined) return withoutNulls(value)
  return mergeLists({ key, type: inner }, current, value)
}

function mergeLists(
  { key, type }: { key: string; type: string },
  current: unknown[],
  patch: unknown[],
): unknown[] {
  if (patch.some((item) => isRecord(item) && item['$patch'] === 'replace'))
    return patch.filter((item) => !(isRecord(item) && item['$patch'] === 'replace')).map(withoutNulls)
  let result = [...current]
  const added: unknown[] = []
  for (const item of patch) {
    const id = isRecord(item) ? item[key] : undefined
    const index = result.findIndex((each) => isRecord(each) && id !== undefined && each[key] === id)
    const found = result[index]
    if (isRecord(item) && item['$patch'] === 'delete') result = result.filter((_, at) => at !== index)
    else if (isRecord(item) && isRecord(found)) result[index] = mergeMaps(found, item, type)
    else added.push(withoutNulls(item))
  }
  return [...added, ...result]
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  return isRecord(value) ? withoutDirectives(value) : value
}

function withoutDirectives(patch: Json): Json {
  return Object.fromEntries(
    Object.entries(patch)
      .filter(([field, value]) => field !== '$patch' && field !== '$retainKeys' && value !== null)
      .map(([field, value]) => [field, withoutNulls(value)]),
  )
}
