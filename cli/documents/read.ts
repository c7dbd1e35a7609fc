import { groupBy } from '../../schema/group-by.ts'
import { maxObjects } from '../../schema/limits.ts'
import { isRecord } from '../../schema/manifests.ts'
import { readYaml } from '../../schema/yaml.ts'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import { checkObject } from '../../schema/inputs.ts'
import { fileErrors, type FileError } from '../cli-error.ts'
import { nounOf } from '../kind-names.ts'
import { withManifests } from '../manifest-sources/sources.ts'
import type { Io } from '../terminal/io.ts'
import { readCanonical } from './canonical.ts'
import { readFlat, readThreeport } from './legacy.ts'
import { below, errorAt, type SourceLocation } from './source-location.ts'
import { isPair, type Reading, type ReadOptions } from './reading.ts'
import { readSources, type Source } from './source.ts'
import { locateError, type DesiredObject } from './desired.ts'

/**
 * Reads the objects that files describe, in any supported format. Throws all errors of all files at once: of syntax, of
 * structure and of fields.
 */
export async function readDocuments(
  io: Io,
  names: readonly string[],
  options: ReadOptions = {},
): Promise<DesiredObject[]> {
  const sources = await readSources(io, names, options)
  const all = await Promise.all(
    sources.map(async (source) => ({ source, reading: await readSource(io, source, options) })),
  )
  // A folder may contain manifests that its documents refer to; these are not documents themselves.
  const referenced = new Set(all.flatMap(({ reading }) => [...reading.files]))
  const documents = all.filter(
    ({ source }) => !(source.isFound && source.path !== undefined && referenced.has(source.path)),
  )
  const described = documents.flatMap(({ reading }) => reading.desired)
  const { desired, errors: sourceErrors } =
    options.identityOnly === true ? { desired: described, errors: [] } : await withManifests(io, described)
  const found = [
    ...documents.flatMap(({ reading }) => reading.errors),
    ...sourceErrors,
    ...(options.identityOnly === true ? [] : desired.flatMap((each) => fieldErrors(each, options))),
    ...unexpectedKinds(desired, options),
    ...duplicates(desired),
  ]
  // An unreadable field, or the name of a pair, would otherwise be reported twice: keep the first error per location.
  const distinct = new Map([...found].reverse().map((error) => [locationKey(error), error]))
  const errors = inOrder(
    [...distinct.values()].reverse(),
    sources.map(({ displayName }) => displayName),
  )
  if (errors.length > 0) throw fileErrors(errors)
  if (desired.length === 0) {
    const [first] = sources
    const error = { path: '', code: 'REQUIRED', message: 'contains no document' } as const
    throw fileErrors(
      sources.length === 1 && first !== undefined
        ? [{ file: first.displayName, ...error }]
        : sources.map(({ displayName }) => ({ file: displayName, ...error })),
    )
  }
  if (desired.length > maxObjects) {
    const [count, most] = [desired, { length: maxObjects }].map(({ length }) => length.toLocaleString('en'))
    const message = `the files contain ${count} objects, more than the maximum of ${most} per request. Apply fewer files at once.`
    throw new PlatformError('INVALID_INPUT', message)
  }
  noteIgnored(io, new Map(documents.flatMap(({ reading }) => [...reading.ignored])))
  return desired
}

async function readSource(io: Io, source: Source, options: ReadOptions): Promise<Reading> {
  const reading: Reading = {
    io,
    options,
    desired: [],
    ignored: new Map(),
    files: new Set(),
    errors: [],
  }
  for (const yaml of readYaml(source.text)) {
    reading.errors.push(...yaml.errors.map((error) => ({ file: source.displayName, path: '', ...error })))
    const { value } = yaml
    if (value !== null && value !== undefined) await readDocument(reading, { source, yaml, path: [] }, value)
  }
  return reading
}

async function readDocument(reading: Reading, location: SourceLocation, value: unknown): Promise<void> {
  if (!isRecord(value)) {
    reading.errors.push(
      errorAt(location, {
        code: 'INVALID_TYPE',
        message: 'a document must be a map',
        value: shownValue(value),
      }),
    )
    return
  }
  const { items } = value
  const keys = Object.keys(value)
  const [first = ''] = keys
  if (Array.isArray(items) && value['metadata'] === undefined && value['spec'] === undefined) {
    for (const [index, item] of items.entries())
      await readDocument(reading, below(location, 'items', index), item)
  } else if ('apiVersion' in value || 'kind' in value) readCanonical(reading, location, value)
  else if (keys.length === 1 && /^[A-Z]/.test(first) && first !== 'Name')
    await readThreeport(reading, location, [first, value[first]])
  else await readFlat(reading, location, value)
}

function fieldErrors(desired: DesiredObject, { changesOnly = false }: ReadOptions): FileError[] {
  const { kind, name, project, labels, annotations, spec } = desired
  // Redacted placeholders of printed secrets pass: only the server can resolve them.
  const { errors } = checkObject({ kind: kind.kind, name, project, labels, annotations, spec }, '')
  return errors
    .filter(({ path }) => !(changesOnly || isFromSource(desired, path)) || !isLeftOut(desired, path))
    .map((error) => locateError(desired, error))
}

/** Reports whether an error is about a top-level field of the spec that is omitted. */
function isLeftOut({ spec }: DesiredObject, path: string): boolean {
  const [, field] = /^spec\.(\w+)$/.exec(path) ?? []
  return field !== undefined && spec[field] === undefined
}

/** Reports whether an error is about a field whose text a source provides: what is wrong with that is an error by itself. */
function isFromSource({ kind: { source }, spec }: DesiredObject, path: string): boolean {
  return source !== undefined && spec[source.field] !== undefined && path === `spec.${source.fills}`
}

function unexpectedKinds(desired: readonly DesiredObject[], { expects }: ReadOptions): FileError[] {
  if (expects === undefined || isPair(expects)) return []
  return desired
    .filter(({ kind: { kind } }) => kind !== expects.kind)
    .map(({ kind, location }) =>
      errorAt(location, { code: 'INVALID', message: `is a ${nounOf(kind)}, not a ${nounOf(expects)}` }),
    )
}

function duplicates(desired: readonly DesiredObject[]): FileError[] {
  const first = new Map<string, DesiredObject>()
  return desired.flatMap((each) => {
    const key = JSON.stringify([each.kind.kind, each.project, each.name])
    const before = first.get(key)
    first.set(key, before ?? each)
    if (before === undefined || each.name === undefined) return []
    const { file, line } = errorAt(before.locations.name, { code: 'DUPLICATE', message: '' })
    const message = `${each.kind.kind} ${shownValue(each.name)} is already defined in ${file}, line ${line ?? 1}`
    return [errorAt(each.locations.name, { code: 'DUPLICATE', message, remedy: 'Keep one of them.' })]
  })
}

/** Sorts errors by source in the given order, then by position. Files that documents refer to come last. */
function inOrder(errors: readonly FileError[], files: readonly string[]): FileError[] {
  const rank = ({ file }: FileError): number => (files.includes(file) ? files.indexOf(file) : files.length)
  return [...errors].sort(
    (a, b) => rank(a) - rank(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  )
}

function locationKey({ file, path, line, column }: FileError): string {
  return JSON.stringify([file, path, line, column])
}

function noteIgnored(io: Io, ignored: ReadonlyMap<string, string>): void {
  for (const [reason, fields] of groupBy(ignored, ([, why]) => why)) {
    const names = fields.map(([name]) => name).sort()
    const verb = names.length === 1 ? 'is' : 'are'
    io.stderr.write(`Note: ${names.join(' and ')} ${verb} ignored; ${reason}.\n`)
  }
}
