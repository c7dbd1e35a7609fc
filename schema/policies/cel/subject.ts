import { z } from 'zod'
import { isRecord } from '../../records.ts'
import { allKinds } from '../../kinds/index.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { PolicyOperation } from '../../kinds/policy.ts'
import { parseManifests, type Manifest } from '../../manifests.ts'
import { Overrides } from '../../overrides.ts'
import { overrideResult, type OverrideResult, type OverrideTask } from '../../overriding/override-all.ts'
import { Parameter, ParameterValue } from '../../parameters.ts'
import { deliveredImages, imagesOf, parseImage } from './images.ts'
import { costOf, free } from './costs.ts'
import type { Image, Variables } from './language.ts'

type Json = Record<string, unknown>

/** The desired state of an object that a write concerns. */
export interface CheckedObject {
  kind: Kind
  name: string
  /** Empty for a kind without projects. */
  project: string
  labels: Readonly<Record<string, string>>
  annotations: Readonly<Record<string, string>>
  spec: Readonly<Json>
}

/** A write of an object, as rules check it. */
export interface Subject {
  object: CheckedObject
  /** The state before. @default the object does not exist */
  old?: CheckedObject | undefined
  operation: PolicyOperation
  tier: string
  /** The environments of an application that are checked. @default all */
  environments?: readonly string[] | undefined
  actor: string
  now: Date
  /** The spec of its definition, for an instance. */
  definition?: Readonly<Json> | undefined
  /** The resources that its chart has rendered. @default they are not known */
  rendered?: readonly Manifest[] | undefined
}

/** Reports whether an expression reads the resources of an object, for which texts have to be parsed. */
export function readsManifests(expression: string): boolean {
  return /\b(manifests|images)\b/.test(expression)
}

/** Reports whether an expression reads what an object costs. */
export function readsCost(expression: string): boolean {
  return /\bcost\b/.test(expression)
}

/** Reports whether an expression reads what follows from the definition of an instance. */
export function readsDefinition(expression: string): boolean {
  return readsManifests(expression) || readsCost(expression)
}

/** The kinds whose own images are delivered. */
const deliveringKinds: ReadonlySet<string> = new Set(['Delivery', 'Preview'])

/**
 * Returns what expressions read about a write. Values of secrets are left out, and resources and costs if no expression reads
 * them.
 */
export function variablesOf(
  subject: Subject,
  reader: ManifestReader,
  { needsManifests = true, needsCost = true }: { needsManifests?: boolean; needsCost?: boolean } = {},
): Variables {
  const { object, old, operation, tier, actor, now } = subject
  const manifests = needsManifests ? manifestsOf(subject, reader) : []
  return {
    object: shown(object),
    old: old === undefined ? null : shown(old),
    operation,
    project: object.project,
    tier,
    manifests: manifests.map((manifest) => celValue(withoutSecrets(manifest))),
    images: deliveringKinds.has(object.kind.kind)
      ? deliveredImages(object.spec['images'])
      : [...imagesOf(manifests), ...seedImages(object)],
    cost: needsCost ? costOf({ ...object, definition: subject.definition }) : free,
    actor,
    now,
  }
}

/** Returns the image of the job that fills the previews of an application. */
function seedImages({ spec: { previews } }: CheckedObject): Image[] {
  const seed = isRecord(previews) ? previews['seed'] : undefined
  return isRecord(seed) && typeof seed['image'] === 'string' ? [parseImage(seed['image'])] : []
}

/** Parses texts with manifests, each once. */
export interface ManifestReader {
  parse(text: string): readonly Manifest[]
  /** Adds the manifests of a text that has been parsed elsewhere. */
  provide(text: string, manifests: readonly Manifest[]): void
  knows(text: string): boolean
  /** Adds the results of {@link overridesOf} a subject that have been made elsewhere. */
  provideResults(subject: Instance, results: readonly OverrideResult[]): void
  /** Returns the provided results of a subject. */
  resultsOf(subject: Instance): readonly OverrideResult[] | undefined
}

/** What decides about the resources of an instance. */
type Instance = Pick<Subject, 'object' | 'definition' | 'environments'>

/** Returns a reader for the objects of one request, of which many may have the same definition. */
export function createManifestReader(): ManifestReader {
  const known = new Map<string, readonly Manifest[]>()
  /** Rules read the resources of one subject after the other. */
  let last: { subject: Instance; results: readonly OverrideResult[] } | undefined
  return {
    provideResults: (subject, results) => void (last = { subject, results }),
    resultsOf: ({ object, definition, environments }) =>
      last?.subject.object === object &&
      last.subject.definition === definition &&
      last.subject.environments === environments
        ? last.results
        : undefined,
    provide: (text, manifests) => void known.set(text, manifests),
    knows: (text) => known.has(text),
    parse: (text) => {
      const found = known.get(text) ?? parseManifests(text).manifests
      known.set(text, found)
      return found
    },
  }
}

/** The fields with manifests, of all kinds. */
const manifestFields: ReadonlySet<string> = new Set(allKinds.flatMap(({ manifests }) => manifests))

function shown({ kind, name, project, labels, annotations, spec }: CheckedObject): Json {
  const visible = Object.entries(spec).flatMap(([field, value]): [string, unknown][] => {
    if (manifestFields.has(field)) return []
    if (kind.secrets.includes(field)) return [[field, hidden]]
    if (kind.secretMaps.some((each) => each.field === field)) return [[field, withHiddenValues(value)]]
    return [[field, celValue(field === kind.dependencies ? withoutManifests(value) : value)]]
  })
  return {
    kind: kind.kind,
    name,
    project,
    labels: { ...labels },
    annotations: { ...annotations },
    spec: Object.fromEntries(visible),
  }
}

/** Stands for the value of a secret. */
const hidden = '<secret>'

function withHiddenValues(value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, hidden])) : value
}

function withoutManifests(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutManifests)
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([field]) => !manifestFields.has(field))
  return Object.fromEntries(kept.map(([field, each]) => [field, withoutManifests(each)]))
}

function withoutSecrets(manifest: Manifest): Json {
  if (manifest.kind !== 'Secret') return manifest
  const { data, stringData, ...rest } = manifest
  return {
    ...rest,
    ...(data === undefined ? {} : { data: withHiddenValues(data) }),
    ...(stringData === undefined ? {} : { stringData: withHiddenValues(stringData) }),
  }
}

/** Converts a value of JSON: whole numbers are of type int in the language. */
export function celValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(celValue)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, celValue(each)]))
}

/** Returns the resources that an object describes: its own, those of its dependencies, and those of an instance as it changes them. */
function manifestsOf(subject: Subject, reader: ManifestReader): Manifest[] {
  const { object, definition, rendered = [] } = subject
  const own = [...rendered, ...textsIn(object.spec).flatMap((text) => reader.parse(text))]
  return definition === undefined ? own : [...own, ...manifestsOfInstance(subject, reader)]
}

/** Returns the spec of an application with the given ones of its environments. */
function withEnvironments(spec: Readonly<Json>, names: readonly string[] | undefined): Readonly<Json> {
  const { environments } = spec
  if (names === undefined || !Array.isArray(environments)) return spec
  const isNamed = (each: unknown): boolean => isRecord(each) && names.includes(String(each['environment']))
  return { ...spec, environments: environments.filter(isNamed) }
}

/** Returns the texts with manifests that the variables of a write are read from. */
export function textsOf({ object, definition }: Pick<Subject, 'object' | 'definition'>): string[] {
  return [...textsIn(object.spec), ...textsIn(definition)]
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([field, each]) => {
    if (typeof each === 'string') return manifestFields.has(field) ? [each] : []
    return field === 'dependencies' || field === 'spec' ? textsIn(each) : []
  })
}

const Changes = z.object({
  parameters: z.record(z.string(), ParameterValue).optional(),
  overrides: Overrides.optional(),
})

const InstanceSpec = Changes.extend({
  placement: z.object({ overrides: z.array(Changes).optional() }).optional(),
  environments: z.array(Changes.extend({ environment: z.string() })).optional(),
  scale: z
    .array(z.object({ kind: z.string().optional(), name: z.string(), replicas: z.number() }))
    .optional(),
})

const Declared = z.array(Parameter)

/** Returns what an instance changes about the resources of its definition; undefined if it has none. */
export function overridesOf(subject: Instance): OverrideTask | undefined {
  return changesIn(subject)?.task
}

type Scale = { kind?: string | undefined; name: string; replicas: number }[]

function changesIn({
  object,
  definition,
  environments,
}: Instance): { task: OverrideTask; scale: Scale } | undefined {
  const { data } = InstanceSpec.safeParse(withEnvironments(object.spec, environments))
  if (definition === undefined || data === undefined) return undefined
  const { parameters, overrides, placement, scale = [] } = data
  const changes = data.environments ?? [
    { parameters, overrides },
    ...(placement?.overrides ?? []).map((each) => ({
      parameters: { ...parameters, ...each.parameters },
      overrides: each.overrides ?? overrides,
    })),
  ]
  const declared = Declared.safeParse(definition['parameters'] ?? []).data ?? []
  return { task: { texts: textsIn(definition), parameters: declared, changes }, scale }
}

/** Returns the resources of an instance as it changes them; as they are if that fails, which is reported by itself. */
function manifestsOfInstance(subject: Subject, reader: ManifestReader): Manifest[] {
  const manifests = textsIn(subject.definition).flatMap((text) => reader.parse(text))
  const changed = changesIn(subject)
  if (changed === undefined) return manifests
  const { task, scale } = changed
  const resources = { manifests, parameters: task.parameters }
  const results = reader.resultsOf(subject) ?? task.changes.map((change) => overrideResult(resources, change))
  return results.flatMap((result) =>
    ('failure' in result ? manifests : result.manifests).map((manifest) => scaled(manifest, scale)),
  )
}

function scaled(manifest: Manifest, scale: Scale): Manifest {
  const entry = scale.find(
    ({ kind, name }) => name === manifest.metadata.name && (kind === undefined || kind === manifest.kind),
  )
  const { spec } = manifest
  return entry === undefined || !isRecord(spec)
    ? manifest
    : { ...manifest, spec: { ...spec, replicas: entry.replicas } }
}
