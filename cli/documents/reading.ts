import { isRecord } from '../../schema/manifests.ts'
import { shownValue } from '../../schema/errors.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import type { FileError } from '../cli-error.ts'
import type { Pair } from '../kind-names.ts'
import { didYouMean } from '../similar.ts'
import type { Io } from '../terminal/io.ts'
import { below, errorAt, errorAtKey, type SourceLocation } from './source-location.ts'
import type { DesiredObject } from './desired.ts'

export interface ReadOptions {
  /** Project of documents that name none. */
  project?: string | undefined
  /** What the user said that the documents are. */
  expects?: Kind | Pair | undefined
  /** Only kinds and names count, for example to delete: files that documents name are not read. @default false */
  identityOnly?: boolean
  /** They only change what is there: required fields may be left out. @default false */
  changesOnly?: boolean
  /** Name of an object, with its project, by its id; without it ids are refused. */
  nameOfId?: (id: string) => Promise<string | undefined>
}

/** What one source gave. Readers add to it; nothing is thrown, so that all errors come at once. */
export interface Reading {
  io: Io
  options: ReadOptions
  desired: DesiredObject[]
  errors: FileError[]
  /** Fields of older clients that mean nothing today. */
  ignored: Set<string>
  /** Absolute paths of files that documents name. */
  files: Set<string>
}

export function addObject(
  reading: Reading,
  given: Omit<DesiredObject, 'project' | 'files'> & { project?: unknown; files?: Record<string, string> },
): void {
  const { project, files = {}, ...rest } = given
  const chosen = given.kind.scope === 'global' ? undefined : (project ?? reading.options.project)
  reading.desired.push({ ...rest, files, ...(chosen === undefined ? {} : { project: chosen }) })
}

/** A value that must be a map. Tells when it is none. */
export function mapAt(
  reading: Reading,
  location: SourceLocation,
  value: unknown,
): Record<string, unknown> | undefined {
  if (isRecord(value)) return value
  const isMissing = value === undefined || value === null
  const error = isMissing ? { message: 'is missing' } : { message: 'must be a map', value: shownValue(value) }
  reading.errors.push(errorAt(location, error))
  return undefined
}

/** Tells of every key of a map that is not known, at the key. */
export function checkKeys(
  reading: Reading,
  location: SourceLocation,
  { map, known }: { map: Record<string, unknown>; known: readonly string[] },
): void {
  for (const key of Object.keys(map)) {
    if (known.includes(key)) continue
    const remedy = didYouMean(key, known) || `Fields are ${known.join(', ')}.`
    reading.errors.push(errorAtKey(below(location, key), { message: 'is not a known field', remedy }))
  }
}

export function isPair(expected: Kind | Pair): expected is Pair {
  return 'definition' in expected
}

/** The fields of the specs of both kinds of a pair that people write; the reference between them follows. */
export function fieldsOfPair({ definition, instance }: Pair): string[] {
  const own = instance.references.find(({ to }) => to === definition.kind)?.field
  const fields = [...Object.keys(definition.spec.shape), ...Object.keys(instance.spec.shape)]
  return fields.filter((field) => field !== own)
}

/** Takes one document of both kinds of a pair apart. */
export function addPair(
  reading: Reading,
  { definition, instance }: Pair,
  given: Omit<Parameters<typeof addObject>[1], 'kind'>,
): void {
  const only = (kind: Kind): Record<string, unknown> =>
    Object.fromEntries(Object.entries(given.spec).filter(([field]) => Object.hasOwn(kind.spec.shape, field)))
  const own = instance.references.find(({ to }) => to === definition.kind)?.field
  addObject(reading, { ...given, kind: definition, spec: only(definition) })
  addObject(reading, {
    ...given,
    kind: instance,
    locations:
      own === undefined
        ? given.locations
        : { ...given.locations, spec: { ...given.locations.spec, [own]: given.locations.name } },
    spec: { ...only(instance), ...(own === undefined ? {} : { [own]: given.name }) },
  })
}
