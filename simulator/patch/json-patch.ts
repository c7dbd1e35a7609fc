import { clone, equal, isObject, own, setOwn, type Json } from '../json.ts'

/** Thrown for a patch that is invalid or does not apply to the object. */
export class PatchError extends Error {
  readonly kind: 'unreadable' | 'inapplicable' | 'internal'

  constructor(kind: PatchError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const

interface Step {
  op: (typeof operations)[number]
  path: string[]
  from: string[]
  value: Json
  /** The pointer as written, for messages. */
  pointer: string
}

/** Applies a patch as of RFC 6902. Thrown PatchError: if a step fails; the patch then changes nothing. */
export function applyJsonPatch(document: Json, patch: unknown): Json {
  if (!Array.isArray(patch))
    throw new PatchError(
      'unreadable',
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    )
  let current = clone(document)
  for (const step of patch) current = applyStep(current, parseStep(step))
  return current
}

function parseStep(step: unknown): Step {
  if (!isObject(step))
    throw new PatchError('inapplicable', 'json: cannot unmarshal into Go value of type jsonpatch.Operation')
  const op = operations.find((each) => each === step['op'])
  if (op === undefined) throw new PatchError('inapplicable', `Unexpected kind: ${String(step['op'])}`)
  const pointer = typeof step['path'] === 'string' ? step['path'] : ''
  const from = typeof step['from'] === 'string' ? step['from'] : ''
  return { op, path: parsePointer(pointer), from: parsePointer(from), value: step['value'] ?? null, pointer }
}

function parsePointer(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function applyStep(document: Json, step: Step): Json {
  switch (step.op) {
    case 'test': {
      const found = find(document, step.path)
      if (equal(found ?? null, step.value)) return document
      throw new PatchError('inapplicable', `testing value ${step.pointer} failed`)
    }
    case 'remove':
      return remove(document, step)
    case 'add':
      return add(document, step)
    case 'replace':
      // Adds a missing field, as the API server's patch library does.
      return step.path.length === 0 ? step.value : put(document, step)
    case 'copy':
    case 'move': {
      const value = find(document, step.from)
      if (value === undefined)
        throw new PatchError(
          'inapplicable',
          `${step.op} operation does not apply: doc is missing from path: ${step.pointer}: missing value`,
        )
      const rest = step.op === 'move' ? remove(document, { ...step, path: step.from }) : document
      return add(rest, { ...step, value: clone(value) })
    }
  }
}

function find(document: Json, path: readonly string[]): Json | undefined {
  let current: Json | undefined = document
  for (const key of path) {
    if (Array.isArray(current)) current = current[indexOf(key, current.length)]
    else if (isObject(current)) current = own(current, key)
    else return undefined
  }
  return current
}

/** Returns the list or object that contains the last key of a path. */
function holderOf(document: Json, step: Step): { holder: Json; key: string } {
  const holder = find(document, step.path.slice(0, -1))
  if (holder === undefined || holder === null || typeof holder !== 'object')
    throw new PatchError(
      'inapplicable',
      `${step.op} operation does not apply: doc is missing path: "${step.pointer}": missing value`,
    )
  return { holder, key: step.path.at(-1) ?? '' }
}

function add(document: Json, step: Step): Json {
  if (step.path.length === 0) return step.value
  const { holder, key } = holderOf(document, step)
  if (Array.isArray(holder)) {
    const index = key === '-' ? holder.length : indexOf(key, holder.length)
    if (index < 0 || index > holder.length)
      throw new PatchError(
        'inapplicable',
        `add operation does not apply: doc is missing path: "${step.pointer}": Unable to access invalid index: ${key}: invalid index referenced`,
      )
    holder.splice(index, 0, step.value)
  } else if (isObject(holder)) setOwn(holder, key, step.value)
  return document
}

function put(document: Json, step: Step): Json {
  const { holder, key } = holderOf(document, step)
  if (Array.isArray(holder)) {
    const index = indexOf(key, holder.length)
    if (!(index >= 0 && index < holder.length))
      throw new PatchError('inapplicable', `no item ${key} at ${step.pointer}`)
    holder[index] = step.value
  }
  if (isObject(holder)) setOwn(holder, key, step.value)
  return document
}

function remove(document: Json, step: Step): Json {
  const { holder, key } = holderOf(document, step)
  if (Array.isArray(holder)) {
    const index = indexOf(key, holder.length)
    if (index < 0 || index >= holder.length)
      throw new PatchError(
        'inapplicable',
        `remove operation does not apply: doc is missing key: ${step.pointer}: missing value`,
      )
    holder.splice(index, 1)
  } else if (isObject(holder)) {
    if (own(holder, key) === undefined)
      throw new PatchError(
        'inapplicable',
        `remove operation does not apply: doc is missing key: ${step.pointer}: missing value`,
      )
    delete holder[key]
  }
  return document
}

/** Resolves an index; negative ones count from the end, as in the API server's patch library. */
function indexOf(key: string, length: number): number {
  const index = /^-?\d+$/.test(key) ? Number(key) : Number.NaN
  return index < 0 ? length + index : index
}
