import { isObject, own, setOwn, type Json, type JsonObject } from '../json.ts'

/** Applies a merge patch as of RFC 7386: null removes a field, objects merge, everything else replaces. */
export function applyMergePatch(document: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const result: JsonObject = isObject(document) ? { ...document } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) delete result[key]
    else setOwn(result, key, applyMergePatch(own(result, key), value))
  }
  return result
}
