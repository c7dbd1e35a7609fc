import {
  equal,
  isObject,
  listOf,
  objectOf,
  objectsOf,
  own,
  setOwn,
  type Json,
  type JsonObject,
} from '../json.ts'
import { any, type Type } from '../schema/type.ts'
import { PatchError } from './json-patch.ts'

// Strategic merge patch: a merge patch that knows which lists are merged by key, with directives for what a
// merge cannot say. https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md

const directive = '$patch'
const retainKeys = '$retainKeys'
const setOrder = '$setElementOrder/'
const deleteItems = '$deleteFromPrimitiveList/'

export function applyStrategicMerge(type: Type, document: Json | undefined, patch: JsonObject): JsonObject {
  const given = patch[directive]
  if (given === 'replace') return withoutDirectives(patch)
  if (given === 'delete') return {}
  if (given !== undefined && given !== 'merge')
    throw new PatchError('internal', `unknown patch type: ${String(given)} in map: ${goMap(patch)}`)
  const kept = retained(isObject(document) ? document : {}, patch)
  const result: JsonObject = { ...kept }
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined || key === directive || key === retainKeys) continue
    if (key.startsWith(setOrder)) continue
    if (key.startsWith(deleteItems)) {
      const name = key.slice(deleteItems.length)
      const list = own(result, name)
      if (Array.isArray(list))
        result[name] = list.filter((item) => !listOf(value).some((gone) => equal(gone, item)))
      continue
    }
    if (value === null) delete result[key]
    else setOwn(result, key, mergeField(fieldOf(type, key), own(result, key), value))
  }
  orderLists(type, { before: kept, patch }, result)
  return result
}

/** Formats an object as Go prints maps, for messages. */
export function goMap(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(goMap).join(' ')}]`
  if (!isObject(value)) return value === null ? '<nil>' : String(value)
  const keys = Object.keys(value).sort()
  return `map[${keys.map((key) => `${key}:${goMap(value[key])}`).join(' ')}]`
}

function mergeField(type: Type, current: Json | undefined, value: Json): Json {
  if (isObject(value)) return applyStrategicMerge(type, current, value)
  if (!Array.isArray(value) || type.is !== 'list' || type.mergeKey === undefined) return value
  if (type.mergeKey === '') return mergePlain(listOf(current), value)
  return mergeKeyed(type.items, { key: type.mergeKey, current: listOf(current) }, value)
}

/** Merges lists of plain values: adds each value of the patch once. */
function mergePlain(current: readonly Json[], patch: readonly Json[]): Json[] {
  const added = patch.filter((item) => !current.some((existing) => equal(existing, item)))
  return inPatchOrder([...current, ...added], { current, patch, idOf: (item) => JSON.stringify(item) })
}

function mergeKeyed(
  items: Type,
  { key, current }: { key: string; current: readonly Json[] },
  patch: readonly Json[],
): Json[] {
  const entries = objectsOf(patch)
  if (entries.some((entry) => entry[directive] === 'replace' && entry[key] === undefined))
    return entries.filter((entry) => entry[directive] === undefined).map(withoutDirectives)
  let result = [...current]
  for (const entry of entries) {
    const id = entry[key]
    if (id === undefined || id === null)
      throw new PatchError('internal', `map: ${goMap(entry)} does not contain declared merge key: ${key}`)
    const isSame = (item: Json) => isObject(item) && equal(item[key], id)
    if (entry[directive] === 'delete') {
      result = result.filter((item) => !isSame(item))
      continue
    }
    const index = result.findIndex(isSame)
    if (index < 0) result.push(applyStrategicMerge(items, undefined, entry))
    else result[index] = applyStrategicMerge(items, result[index], entry)
  }
  return inPatchOrder(result, {
    current,
    patch: entries,
    idOf: (item) => JSON.stringify(objectOf(item)[key] ?? null),
  })
}

/** Orders items of the patch as in the patch, and before server items that are not in it, unless an order is given. */
function inPatchOrder(
  list: readonly Json[],
  {
    current,
    patch,
    idOf,
  }: { current: readonly Json[]; patch: readonly Json[]; idOf: (item: Json) => string },
): Json[] {
  const present = new Set(list.map(idOf))
  const order = patch.map(idOf).filter((id) => present.has(id))
  return inOrder(list, { order, before: current.map(idOf), idOf })
}

/** Keeps only the keys that the patch lists, in unions such as a volume's source. */
function retained(document: JsonObject, patch: JsonObject): JsonObject {
  const keep = patch[retainKeys]
  if (!Array.isArray(keep)) return document
  return Object.fromEntries(Object.entries(document).filter(([key]) => keep.includes(key)))
}

/** Orders lists by `$setElementOrder/FIELD`, the client's order of the items; server-only items keep their position. */
function orderLists(
  type: Type,
  { before, patch }: { before: JsonObject; patch: JsonObject },
  result: JsonObject,
): void {
  for (const [name, order] of Object.entries(patch)) {
    if (!name.startsWith(setOrder)) continue
    const field = name.slice(setOrder.length)
    const list = own(result, field)
    const listType = fieldOf(type, field)
    if (!Array.isArray(list) || !Array.isArray(order) || listType.is !== 'list') continue
    const mergeKey = listType.mergeKey ?? ''
    const idOf = (item: Json | undefined) => JSON.stringify((isObject(item) ? item[mergeKey] : item) ?? null)
    result[field] = inOrder(list, { order: order.map(idOf), before: listOf(before[field]).map(idOf), idOf })
  }
}

function inOrder(
  list: readonly Json[],
  {
    order,
    before,
    idOf,
  }: { order: readonly string[]; before: readonly string[]; idOf: (item: Json) => string },
): Json[] {
  const ordered = order.flatMap((id) => list.find((item) => idOf(item) === id) ?? [])
  const others = list.filter((item) => !order.includes(idOf(item)))
  const result: Json[] = []
  // Both lists keep their own order; an item's position on the server decides between them.
  while (ordered.length > 0 || others.length > 0) {
    const [first, second] = [ordered[0], others[0]]
    const isServerFirst =
      first === undefined ||
      (second !== undefined &&
        before.includes(idOf(first)) &&
        before.indexOf(idOf(second)) < before.indexOf(idOf(first)))
    const next = isServerFirst ? others.shift() : ordered.shift()
    if (next !== undefined) result.push(next)
  }
  return result
}

function withoutDirectives(patch: JsonObject): JsonObject {
  const result: JsonObject = {}
  for (const [key, value] of Object.entries(patch)) {
    if (key === directive || key === retainKeys || key.startsWith(setOrder) || key.startsWith(deleteItems))
      continue
    if (value === null || value === undefined) continue
    setOwn(result, key, isObject(value) ? withoutDirectives(value) : value)
  }
  return result
}

function fieldOf(type: Type, name: string): Type {
  if (type.is === 'object') return type.fields.get(name)?.type() ?? any
  return type.is === 'map' ? type.values : any
}
