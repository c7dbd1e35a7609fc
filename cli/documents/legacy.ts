import { resolve } from 'node:path'
import { isPlatformError, shownValue } from '../../schema/errors.ts'
import { allKinds, findKind, kindNamed } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { isRecord } from '../../schema/manifests.ts'
import { pairs, type Pair } from '../kind-names.ts'
import { didYouMean } from '../../schema/similar.ts'
import { unsupportedFields, legacyFields, ignoredFields, type LegacyField } from './legacy-fields.ts'
import { below, errorAt, errorAtKey, type SourceLocation } from './source-location.ts'
import { addObject, addPair, fieldsOfPair, isPair, mapAt, type PairParts, type Reading } from './reading.ts'
import { defaultsIn, partsOf } from './legacy-parts.ts'
import { displayPath } from './source.ts'
import { readConfiguration } from '../manifest-sources/folder.ts'
import { readTextFile } from './text-file.ts'
import { withLocalProfile } from './aws-profile.ts'

/** Reads a Threeport document: one top-level key that is the kind, with a map of fields. */
export async function readThreeport(
  reading: Reading,
  location: SourceLocation,
  [key, value]: readonly [string, unknown],
): Promise<void> {
  const inside = below(location, key)
  const kind = findKind(key) ?? pairs.find(({ name }) => name === key)
  if (kind === undefined) {
    const known = [...allKinds.map((each) => each.kind), ...pairs.map(({ name }) => name)]
    const error = {
      code: 'NOT_SUPPORTED' as const,
      message: 'is not a kind',
      value: shownValue(key),
      remedy: didYouMean(key, known) || `Kinds are ${known.join(', ')}.`,
    }
    reading.errors.push({ ...errorAtKey(inside, error), path: '' })
    return
  }
  const fields = mapAt(reading, inside, value)
  if (fields === undefined) return
  const parts = isPair(kind) && kind.instance.kind === 'WorkloadInstance' ? partsOf(fields) : []
  const own = Object.entries(fields).filter(([field]) => !parts.some(({ key: part }) => part === field))
  await readFields(reading, inside, { what: kind, fields: Object.fromEntries(own) })
  for (const { key: part, what } of parts) {
    const location = below(inside, part)
    const partFields = mapAt(reading, location, fields[part])
    if (partFields === undefined) continue
    await readFields(reading, location, { what, fields: partFields, defaults: defaultsIn(fields, what) })
  }
}

/** Reads a QleetOS 0.2 document: fields without a kind, which is the expected one, else inferred from the fields. */
export async function readFlat(
  reading: Reading,
  location: SourceLocation,
  fields: Record<string, unknown>,
): Promise<void> {
  const kinds = allKinds.filter(({ kind }) => isRecord(fields[kind]) || Array.isArray(fields[kind]))
  const { expects } = reading.options
  const isComposite =
    kinds.length > 0 && !(expects !== undefined && !isPair(expects)) && !looksLikePair(fields)
  if (isComposite) return readComposite(reading, location, { fields, kinds })
  const expected = expects === undefined || isPair(expects) ? expects : kindNamed(expects.kind)
  const what = expected ?? likeliest(fields)
  if (what !== undefined) return readFields(reading, location, { what, fields })
  const remedy = 'Add apiVersion: qleet.io/v1 and kind. See `qleetctl schema`.'
  reading.errors.push(
    errorAt(location, { code: 'INVALID', message: 'the kind cannot be inferred from the fields', remedy }),
  )
}

/** Reads a definition, instance and dependencies in one document. Omitted references default to the others in it. */
async function readComposite(
  reading: Reading,
  location: SourceLocation,
  { fields, kinds }: { fields: Record<string, unknown>; kinds: readonly Kind[] },
): Promise<void> {
  for (const key of Object.keys(fields)) {
    if (key === 'Name' || kinds.some(({ kind }) => kind === key) || isIgnored(reading, key, fields[key]))
      continue
    unknownField(reading, below(location, key), ['Name', ...allKinds.map(({ kind }) => kind)])
  }
  for (const kind of kinds) {
    const value = fields[kind.kind]
    const items = Array.isArray(value) ? value : [value]
    for (const [index, item] of items.entries()) {
      const inside = Array.isArray(value) ? below(location, kind.kind, index) : below(location, kind.kind)
      const part = mapAt(reading, inside, item)
      if (part === undefined) continue
      const siblings = Object.fromEntries(
        kind.references.flatMap(({ field, to }) => {
          const sibling = fields[to]
          return isRecord(sibling) && sibling['Name'] !== undefined ? [[field, sibling['Name']]] : []
        }),
      )
      await readFields(reading, inside, { what: kind, fields: part, defaults: siblings })
    }
  }
}

async function readFields(
  reading: Reading,
  location: SourceLocation,
  {
    what,
    fields: given,
    defaults = {},
  }: { what: Kind | Pair; fields: Record<string, unknown>; defaults?: Record<string, unknown> },
): Promise<void> {
  const findFile = async (field: string): Promise<string | undefined> =>
    (await readDocumentFile(reading, below(location, field), { value: given[field] }))?.path
  const fields =
    !isPair(what) && what.kind === 'AwsAccount'
      ? await withLocalProfile(reading, location, { fields: given, findFile })
      : given
  const known = knownFields(what)
  const spec: Record<string, unknown> = { ...defaults }
  const locations: Record<string, SourceLocation> = locationsOfMissingFields(location, known)
  const files: Record<string, string> = {}
  const parts: PairParts = { definition: {}, instance: {} }
  for (const [key, value] of Object.entries(fields)) {
    if (key === 'Name' || value === null) continue
    const inside = below(location, key)
    const field = known.get(key)
    if (field === undefined) {
      if (!isIgnored(reading, key, value)) unknownField(reading, inside, ['Name', ...known.keys()])
      continue
    }
    locations[field.field] = field.takes === 'named' ? below(inside, 'Name') : inside
    const read = await readValue(reading, inside, { field, value: withCurrentNames(what, field, value) })
    if (read === undefined) continue
    const target = field.part === undefined ? spec : parts[field.part]
    target[field.field] = read.value
    if (read.file !== undefined) files[field.field] = read.file
  }
  const nameLocation = below(location, 'Name')
  const object = {
    name: fields['Name'],
    spec,
    location,
    locations: {
      name: nameLocation,
      project: location,
      labels: location,
      annotations: location,
      spec: locations,
      specWhole: location,
    },
    files,
  }
  if (isPair(what)) addPair(reading, what, { ...object, parts })
  else addObject(reading, { ...object, kind: what })
}

/** Returns a value with the current names of the fields within its lists. */
function withCurrentNames(what: Kind | Pair, { field }: LegacyField, value: unknown): unknown {
  const kinds = isPair(what) ? [what.definition, what.instance].map(({ kind }) => kindNamed(kind)) : [what]
  const nested = kinds.map(({ rest }) => rest.nested?.[field]).find((names) => names !== undefined)
  if (nested === undefined || !Array.isArray(value)) return value
  const current = new Map(Object.entries(nested).map(([name, legacy]) => [legacy, name]))
  return value.map((item: unknown) =>
    isRecord(item)
      ? Object.fromEntries(Object.entries(item).map(([name, each]) => [current.get(name) ?? name, each]))
      : item,
  )
}

/** Returns the location of each field under its first name, so that errors about missing fields use the legacy name. */
function locationsOfMissingFields(
  location: SourceLocation,
  known: Map<string, LegacyField>,
): Record<string, SourceLocation> {
  const locations: Record<string, SourceLocation> = {}
  for (const [name, { field }] of known) locations[field] ??= below(location, name)
  return locations
}

function knownFields(what: Kind | Pair): Map<string, LegacyField> {
  if (!isPair(what)) return legacyFields(what)
  const fields = fieldsOfPair(what)
  const ofDefinition = legacyFields(kindNamed(what.definition.kind))
  const ofInstance = legacyFields(kindNamed(what.instance.kind))
  const prefixed = [...ofDefinition].flatMap(([name, facts]): [string, LegacyField][] =>
    ofInstance.has(name)
      ? [
          [`Definition${name}`, { ...facts, part: 'definition' }],
          [`Instance${name}`, { ...facts, part: 'instance' }],
        ]
      : [],
  )
  const both = [...ofDefinition, ...ofInstance, ...prefixed]
  return new Map(both.filter(([, { field }]) => fields.includes(field)))
}

async function readValue(
  reading: Reading,
  location: SourceLocation,
  { field, value }: { field: LegacyField; value: unknown },
): Promise<{ value: unknown; file?: string } | undefined> {
  switch (field.takes) {
    case 'value':
    case 'name':
      return { value }
    case 'named': {
      if (typeof value === 'string') return { value }
      const named = mapAt(reading, location, value)
      if (named === undefined) return undefined
      const unknownKeys = Object.keys(named).filter((key) => key !== 'Name')
      for (const key of unknownKeys) unknownField(reading, below(location, key), ['Name'])
      return { value: named['Name'] }
    }
    case 'id':
      return readId(reading, location, value)
    case 'file':
      return readDocumentFile(reading, location, { value })
    case 'folder':
      return readDocumentFile(reading, location, { value, read: readConfiguration, what: 'folder' })
  }
}

/** Resolves an id to a name through the control plane, since specs refer to objects by name. */
async function readId(
  reading: Reading,
  location: SourceLocation,
  value: unknown,
): Promise<{ value: unknown } | undefined> {
  const { options, errors } = reading
  if (options.identityOnly === true) return undefined
  const id = String(value)
  const field = String(location.path.at(-1))
  const remedy = `Or name it: ${field.replace(/ID$/, 'Name')}.`
  if (!/^\d{1,18}$/.test(id) || options.nameOfId === undefined) {
    errors.push(
      errorAt(location, {
        code: 'INVALID',
        message: 'must be the ID of an object, a number',
        value: shownValue(value),
        remedy,
      }),
    )
    return undefined
  }
  const name = await options.nameOfId(id)
  if (name === undefined)
    errors.push(
      errorAt(location, { code: 'NOT_FOUND', message: 'there is no object with this ID', value: id, remedy }),
    )
  return name === undefined ? undefined : { value: name }
}

/** A value that is the path of a file, or of a folder whose files are read as one text. */
interface DocumentFile {
  value: unknown
  read?: (path: string, displayName: string) => Promise<string>
  what?: string
}

/** Reads a file relative to the document, as Threeport does, else to the working directory, as QleetOS 0.2 does. */
async function readDocumentFile(
  reading: Reading,
  location: SourceLocation,
  { value, read = readTextFile, what = 'file' }: DocumentFile,
): Promise<{ value: unknown; file: string; path: string } | undefined> {
  const { io, options, files } = reading
  if (options.identityOnly === true) return undefined
  if (typeof value !== 'string' || value === '') {
    reading.errors.push(
      errorAt(location, {
        code: 'INVALID_TYPE',
        message: `must be the path of a ${what}`,
        value: shownValue(value),
      }),
    )
    return undefined
  }
  const tried = [...new Set([resolve(location.source.folder, value), resolve(io.cwd, value)])]
  const reasons: string[] = []
  for (const path of tried) {
    try {
      const text = await read(path, path)
      files.add(path)
      return { value: text, file: displayPath(io, path), path }
    } catch (error) {
      reasons.push(isPlatformError(error) ? error.message : String(error))
    }
  }
  const message = reasons.join('; ')
  const remedy = 'Paths are relative to this file, or to the working directory.'
  reading.errors.push(errorAt(location, { code: 'NOT_FOUND', message, remedy }))
  return undefined
}

/** Reports whether a field is accepted without effect: ignored fields, and unsupported fields that are empty. */
function isIgnored(reading: Reading, key: string, value: unknown): boolean {
  const reason = ignoredFields.get(key)
  if (reason !== undefined) {
    reading.ignored.set(key, reason)
    return true
  }
  return unsupportedFields.has(key) && (value === null || value === false || value === '')
}

function unknownField(reading: Reading, location: SourceLocation, known: readonly string[]): void {
  const key = String(location.path.at(-1))
  const error = unsupportedFields.has(key)
    ? {
        code: 'NOT_SUPPORTED' as const,
        message: `${key} is not supported yet`,
        remedy: 'Remove it for now.',
      }
    : {
        code: 'UNKNOWN_FIELD' as const,
        message: 'is not a known field',
        remedy: didYouMean(key, known) || `Fields are ${known.join(', ')}.`,
      }
  reading.errors.push(errorAtKey(location, error))
}

/** Reports whether the fields are those of a `Workload` without its key: a definition and its instance in one. */
function looksLikePair(fields: Record<string, unknown>): boolean {
  return 'YAMLDocument' in fields
}

/** Returns the kind that has most of the fields, or undefined if no kind has any of them. */
function likeliest(fields: Record<string, unknown>): Kind | undefined {
  const keys = Object.keys(fields)
  const scored = allKinds.map((kind) => {
    const known = legacyFields(kind)
    return { kind, score: keys.filter((key) => known.has(key)).length }
  })
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score === 0 ? undefined : best.kind
}
