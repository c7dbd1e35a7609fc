import { isObject, own, setOwn, type Json, type JsonObject } from '../json.ts'

/** RFC 7386: null takes a field away, objects merge, everything else replaces. */
export function applyMergePatch(document: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const made: JsonObject = isObject(document) ? { ...document } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) delete made[key]
    else setOwn(made, key, applyMergePatch(own(made, key), value))
  }
  return made
}
