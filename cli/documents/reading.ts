import { isRecord } from '../../schema/manifests.ts'
import { shownValue } from '../../schema/errors.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import type { KindData } from '../kind-data.ts'
import type { FileError } from '../cli-error.ts'
import type { Pair } from '../kind-names.ts'
import { didYouMean } from '../../schema/similar.ts'
import type { Io } from '../terminal/io.ts'
import { below, errorAt, errorAtKey, type SourceLocation } from './source-location.ts'
import type { DesiredObject } from './desired.ts'
import type { SourceOptions } from './source.ts'

export interface ReadOptions extends SourceOptions {
  /** Project of documents that do not name one. */
  project?: string | undefined
  /** Kind that the user requires the documents to have. */
  expects?: KindData | Pair | undefined
  /** Reads kinds and names only, for example to delete; files that documents refer to are not read. @default false */
  identityOnly?: boolean
  /** Allows omitting required fields, since the documents update existing objects. @default false */
  changesOnly?: boolean
  /** Resolves an id to the name of the object, with its project. Without it, ids are refused. */
  nameOfId?: (id: string) => Promise<string | undefined>
}

/** The result of reading one source. Readers add errors to it rather than throw, so that all are reported at once. */
export interface Reading {
  io: Io
  options: ReadOptions
  desired: DesiredObject[]
  errors: FileError[]
  /** Legacy fields that have no effect. */
  ignored: Map<string, string>
  /** Absolute paths of files that documents refer to. */
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

/** Returns a value that must be a map. Adds an error if it is not. */
export function mapAt(
  reading: Reading,
  location: SourceLocation,
  value: unknown,
): Record<string, unknown> | undefined {
  if (isRecord(value)) return value
  const isMissing = value === undefined || value === null
  const error = isMissing
    ? { code: 'REQUIRED' as const, message: 'is missing' }
    : { code: 'INVALID_TYPE' as const, message: 'must be a map', value: shownValue(value) }
  reading.errors.push(errorAt(location, error))
  return undefined
}

/** Adds an error for each unknown key of a map. */
export function checkKeys(
  reading: Reading,
  location: SourceLocation,
  { map, known }: { map: Record<string, unknown>; known: readonly string[] },
): void {
  for (const key of Object.keys(map)) {
    if (known.includes(key)) continue
    const remedy = didYouMean(key, known) || `Fields are ${known.join(', ')}.`
    reading.errors.push(
      errorAtKey(below(location, key), { code: 'UNKNOWN_FIELD', message: 'is not a known field', remedy }),
    )
  }
}

export function isPair(expected: { kind: string } | Pair): expected is Pair {
  return 'definition' in expected
}

/** Returns the spec fields of both kinds of a pair, without the reference of the instance to its definition. */
export function fieldsOfPair({ definition, instance }: Pair): string[] {
  const own = instance.references.find(({ to }) => to === definition.kind)?.field
  return [...definition.fields, ...instance.fields].filter((field) => field !== own)
}

/** The fields of a pair that both have, but with values of their own. */
export type PairParts = Record<'definition' | 'instance', Record<string, unknown>>

/** Adds the definition and the instance that one document describes. */
export function addPair(
  reading: Reading,
  { definition, instance }: Pair,
  { parts, ...given }: Omit<Parameters<typeof addObject>[1], 'kind'> & { parts?: PairParts },
): void {
  const only = (kind: KindData): Record<string, unknown> =>
    Object.fromEntries(Object.entries(given.spec).filter(([field]) => kind.fields.includes(field)))
  const own = instance.references.find(({ to }) => to === definition.kind)?.field
  addObject(reading, {
    ...given,
    kind: kindNamed(definition.kind),
    spec: { ...only(definition), ...parts?.definition },
  })
  addObject(reading, {
    ...given,
    kind: kindNamed(instance.kind),
    locations:
      own === undefined
        ? given.locations
        : { ...given.locations, spec: { ...given.locations.spec, [own]: given.locations.name } },
    spec: { ...only(instance), ...parts?.instance, ...(own === undefined ? {} : { [own]: given.name }) },
  })
}
