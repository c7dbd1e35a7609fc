import { z } from 'zod'
import type { FieldErrorCode } from '../errors.ts'
import { sourceContents, type SourceContent } from '../manifest-source.ts'
import type { ManifestsDigest } from '../manifests.ts'
import { Name } from '../name-rules.ts'
import type { ObjectChange, Operation } from '../operations/operation.ts'
import type { RestNames } from '../rest-names.ts'
import type { SupportService } from '../support-services.ts'
import type { DependencyFacts } from '../dependencies/binding.ts'
import { isBase64, placeholderPattern } from '../secret-syntax.ts'
import { withArticle } from '../with-article.ts'

/** A column of `qleetctl get` and of lists in the console. */
export interface Column {
  header: string
  /**
   * Path within the object, for example `spec.runtime` or `status.outputs.namespace`. The length is printed for a list.
   */
  path: string
  /** Printed only with `-o wide`. @default false */
  wide?: boolean
}

/** The declaration of a kind, from which all layers that treat kinds generically derive their behaviour. */
export interface KindFacts<
  Spec extends z.ZodObject = z.ZodObject,
  Outputs extends z.ZodObject = z.ZodObject,
> {
  /** PascalCase, for example `WorkloadInstance`. */
  kind: string
  /** camelCase plural, which is the name of the list in GraphQL, for example `workloadInstances`. */
  plural: string
  /** One or two sentences for users: what the kind is and its purpose. */
  description: string
  /** Additional names that the CLI accepts, in lower case. */
  aliases?: readonly string[]
  /** `global` objects (projects) belong to no project. @default 'project' */
  scope?: 'project' | 'global'
  spec: Spec
  /**
   * Example specs as users write them, without references. Generic tests create an object with the first and update it
   * to the others.
   */
  examples: readonly [Partial<z.input<Spec>>, ...Partial<z.input<Spec>>[]]
  /** The outputs in the status of an object, for other objects and for users. */
  outputs: Outputs
  columns: readonly Column[]
  /** True if the kind has a reconciler. Objects of other kinds are ready as soon as they are accepted. */
  reconciled: boolean
  /** Derives the outputs from the spec, for kinds without a reconciler. */
  derive?: (spec: z.infer<Spec>, readers: SpecReaders) => z.infer<Outputs>
  /** Returns the contradictions between fields of a spec, each of which is valid by itself. */
  check?: (spec: z.infer<Spec>) => readonly SpecProblem[]
  /**
   * Returns the contradictions between a spec and the specs of other objects, when it is written. Specs of others have
   * placeholders instead of secrets.
   */
  checkWithOthers?: (spec: z.infer<Spec>, others: OtherSpecs) => readonly SpecProblem[]
  /** Returns the name that an object has for its spec, if users do not choose it; requests may omit it. @default any name */
  nameOf?: (spec: z.infer<Spec>) => string
  /**
   * For a kind whose spec references a definition: the kind of the definition, and the name under which qleetctl reads
   * and writes both as one object.
   */
  pair?: { name: string; definition: string }
  /** Spec fields that cannot change after creation. */
  immutable?: readonly string[]
  /**
   * The spec field with the location of the object: a reference to a runtime, an account, or another object with the
   * same location. Locations are served in turn, so that much work in one does not delay the others, and a change of a
   * location triggers all objects in it.
   * @default no location
   */
  location?: string
  /** True if only reconcilers create objects of this kind, on behalf of others. @default false */
  ownedOnly?: boolean
  /** Returns the support services that an object needs in its runtime. @default none */
  services?: (specs: ServiceSpecs) => readonly SupportService[]
  /** Returns what a change of an object, or of its definition, makes its reconciler do outside of manifests. @default nothing */
  operations?: (change: ObjectChange) => Operation[]
  /** The kinds of objects that its reconciler owns. @default none */
  owns?: readonly string[]
  /** The reference to an object of which it owns a copy, which users compare with the original. @default none */
  copies?: string
  /** Set for a kind that applications may depend on. Its name is listed in `dependencyKinds`. */
  dependency?: DependencyFacts<z.infer<Outputs>>
  /**
   * Set for a kind whose `provider` a profile decides: the type of these profiles, for example `Database`, or a function of the
   * spec that returns it. The kind has the fields of `schema/profiles/fields.ts` and `provider`, which are filled in when an
   * object is created.
   */
  profiled?: string | ((spec: Readonly<Record<string, unknown>>) => string | undefined)
  /**
   * True if objects give the applications to which they are attached the environment variables in their output `variables`.
   * @default false
   */
  givesVariables?: boolean
  /** The spec field, `on` or `off`, that decides whether removals of resources with data require a confirmation. */
  guard?: string
  /** True if deleting an object confirms the removal of all data of what it owns. @default false */
  disposable?: boolean
  /** The spec field in which the server records who has created an object: the name of the actor. It is immutable. */
  actorField?: string
  /** The spec field that at most one object of a project may set to true. */
  exclusive?: string
  rest: RestNames
}

/** Parsers of spec fields. Callers provide them, since pages that only display kinds need no YAML parser. */
export interface SpecReaders {
  digestManifests(text: string): ManifestsDigest
}

/** The specs that determine which support services an object needs. They are valid, but defaults may be missing. */
export interface ServiceSpecs {
  spec: Readonly<Record<string, unknown>>
  /** The spec of its definition; empty for a kind without definitions. */
  definition: Readonly<Record<string, unknown>>
  /** The specs of the objects that the definition refers to, by field. */
  referenced: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** A contradiction within a spec. */
export interface SpecProblem {
  /** The path within the spec, for example `data.password`; empty for the whole spec. */
  path: string
  code: FieldErrorCode
  /** A predicate of the field, without values of secrets. */
  message: string
  remedy: string
}

/** A spec field that is a map of secret values. */
export interface SecretMapField {
  field: string
  /** The form of its values: the text itself, or bytes as base64. */
  encoding: 'text' | 'base64'
}

/** The specs that a spec is checked with. */
export interface OtherSpecs {
  /** The stored spec that the new one replaces. */
  before?: Readonly<Record<string, unknown>>
  /** The objects that the spec references, by field. */
  referenced: Readonly<Record<string, ReferencedSpec>>
  /** The project of the object. */
  project: string
}

export interface ReferencedSpec {
  project: string
  spec: Readonly<Record<string, unknown>>
}

/** A spec field that references another object as `name` or `project/name`. */
export interface ReferenceField {
  field: string
  /** Kind of the referenced object. */
  to: string
  /** The default reference: the object of kind `to` whose spec has this field set to true. */
  defaultsToWhere?: string
  /** Fields with references to objects whose field of the same name is the default, before `defaultsToWhere`. */
  defaultsToThatOf?: readonly string[]
  /** The field with the reference that this one takes the place of: an object has only one of them. */
  insteadOf?: string
  /** The project of all objects of kind `to`, in which names are looked up. @default that of the referring object */
  in?: string
  /**
   * True if the referenced object is the parent of this one: it is triggered by changes of its children, which are not triggered
   * by its own, and they are deleted with it. A field of this name is one to a parent in all kinds.
   */
  parent?: boolean
}

/** A spec field that references several objects, each as `name` or `project/name`. */
export interface ReferenceListField {
  field: string
  /** Kind of the referenced objects. */
  to: string
  /** The field of each entry with the name. @default the entries are the names, of objects that instances depend on */
  key?: string | undefined
}

export interface Kind extends KindFacts {
  scope: 'project' | 'global'
  /** File name of the concept, for example `workload`; the same in `schema/graphql` and `workers/reconcilers`. */
  concept: string
  references: readonly ReferenceField[]
  /** Spec fields that reference several objects. */
  referenceLists: readonly ReferenceListField[]
  /** Spec fields that are stored encrypted and never returned to users. */
  secrets: readonly string[]
  /** Spec fields that are maps whose values are stored encrypted, one by one, and never returned to users. */
  secretMaps: readonly SecretMapField[]
  /**
   * Spec fields that contain Kubernetes manifests. Values of Secrets in them are stored encrypted and never returned to
   * users.
   */
  manifests: readonly string[]
  /** Spec fields that contain the values of Helm charts as YAML. */
  values: readonly string[]
  /** Spec fields by whose values lists can be filtered. */
  filterable: readonly string[]
  /** True if its edits reach the objects that use it in waves, by the spec field `rollout`. */
  rollsOut: boolean
  /** True if its instances set parameters that it declares in the spec field `parameters`. */
  declaresParameters: boolean
  /** The spec field with the dependencies of an application; undefined for kinds that are no applications. */
  dependencies: string | undefined
  /** The spec field with the source of manifests or of a configuration, and the field that its text is for. */
  source: { field: string; fills: string; reads: SourceContent } | undefined
}

/** Declares a kind, for the `kinds` that `schema/kinds/<concept>.ts` exports. */
export function defineKind<Spec extends z.ZodObject, Outputs extends z.ZodObject>(
  facts: KindFacts<Spec, Outputs>,
): KindFacts<Spec, Outputs> {
  return facts
}

const FieldMeta = z.object({
  references: z.string().optional(),
  referencesAll: z.string().optional(),
  defaultsToWhere: z.string().optional(),
  defaultsToThatOf: z.array(z.string()).optional(),
  insteadOf: z.string().optional(),
  in: z.string().optional(),
  parent: z.boolean().optional(),
  referenceKey: z.string().optional(),
  secret: z.boolean().optional(),
  secretMap: z.enum(['text', 'base64']).optional(),
  manifests: z.boolean().optional(),
  values: z.boolean().optional(),
  filterable: z.boolean().optional(),
  dependencies: z.boolean().optional(),
  fills: z.string().optional(),
  reads: z.enum(sourceContents).optional(),
  declaresParameters: z.boolean().optional(),
  rollsOut: z.boolean().optional(),
})
type FieldMeta = z.infer<typeof FieldMeta>

/** Declares a spec field that references another object. */
export function reference(
  to: string,
  description: string,
  options: Pick<ReferenceField, 'defaultsToWhere' | 'defaultsToThatOf' | 'insteadOf' | 'in' | 'parent'> = {},
): z.ZodString {
  return nameOf(to).meta({ description, references: to, filterable: true, ...options })
}

/**
 * Declares a spec field of a definition that references several objects. Its instances are triggered by their changes, and
 * read them as they read their dependencies.
 */
export function references(
  to: string,
  description: string,
  { max }: { max: number },
): z.ZodArray<z.ZodString> {
  return z
    .array(nameOf(to), { error: `must be a list of names of ${withArticle(to)}` })
    .max(max)
    .refine((names) => new Set(names).size === names.length, { error: 'must not repeat a name' })
    .meta({ description, referencesAll: to })
}

function nameOf(kind: string): z.ZodString {
  const error = `must be the name of ${withArticle(kind)}, or project/name`
  return z
    .string({ error: `must be the name of ${withArticle(kind)}` })
    .regex(/^[^/]+(\/[^/]+)?$/, { error })
    .refine((value) => value.split('/').every((part) => Name.safeParse(part).success), { error })
}

/** Declares a spec field whose value is stored encrypted and never returned to users. */
export function secret(description: string): z.ZodString {
  return z
    .string({ error: 'must be a string' })
    .min(1, 'must not be empty')
    .meta({ description, secret: true })
}

/**
 * Declares a spec field with the values of a Kubernetes Secret, by key. Each value is stored encrypted and never returned
 * to users; keys are public.
 */
export function secretMap(
  description: string,
  encoding: SecretMapField['encoding'] = 'text',
): z.ZodRecord<z.ZodString, z.ZodString> {
  const text = z.string({ error: 'must be a string; quote numbers and booleans' })
  const value =
    encoding === 'text'
      ? text
      : text.refine((each) => isBase64(each) || placeholderPattern.test(each), { error: 'must be base64' })
  return z.record(SecretKey, value).meta({ description, secretMap: encoding })
}

/**
 * A key of a Kubernetes Secret. Source:
 * https://kubernetes.io/docs/concepts/configuration/secret/#restriction-names-data
 */
export const SecretKey = z
  .string()
  .max(253, 'must have at most 253 characters')
  .regex(/^(?!\.\.)[-._a-zA-Z0-9]+$/, {
    error: 'must be a key of letters, digits, "-", "_" and "." that does not start with ".."',
  })
  .refine((key) => key !== '.', { error: 'must not be "."' })

/**
 * Declares a spec field with Kubernetes manifests: a stream of YAML documents. Its content is validated with the input.
 */
export function manifests(description: string): z.ZodString {
  return z.string({ error: 'must be a string of Kubernetes YAML' }).meta({ description, manifests: true })
}

/** Declares a spec field with the values of a Helm chart: a YAML map. Its content is validated with the input. */
export function values(description: string, options: { secret?: boolean } = {}): z.ZodString {
  return z
    .string({ error: 'must be a string with a YAML map' })
    .meta({ description, values: true, ...options })
}

/** Completes a declaration with defaults and with the facts that follow from its spec fields. */
export function completeKind(concept: string, facts: KindFacts): Kind {
  const fields = Object.entries(facts.spec.shape).map(([field, type]) => ({ field, meta: fieldMeta(type) }))
  return {
    ...facts,
    concept,
    scope: facts.scope ?? 'project',
    references: fields.flatMap(
      ({ field, meta: { references: to, defaultsToWhere, defaultsToThatOf, ...meta } }) =>
        to === undefined
          ? []
          : [
              {
                field,
                to,
                ...(defaultsToWhere === undefined ? {} : { defaultsToWhere }),
                ...(defaultsToThatOf === undefined ? {} : { defaultsToThatOf }),
                ...(meta.insteadOf === undefined ? {} : { insteadOf: meta.insteadOf }),
                ...(meta.in === undefined ? {} : { in: meta.in }),
                ...(meta.parent === undefined ? {} : { parent: meta.parent }),
              },
            ],
    ),
    referenceLists: fields.flatMap(({ field, meta: { referencesAll: to, referenceKey: key } }) =>
      to === undefined ? [] : [{ field, to, key }],
    ),
    secrets: fields.filter(({ meta }) => meta.secret === true).map(({ field }) => field),
    secretMaps: fields.flatMap(({ field, meta: { secretMap: encoding } }) =>
      encoding === undefined ? [] : [{ field, encoding }],
    ),
    manifests: fields.filter(({ meta }) => meta.manifests === true).map(({ field }) => field),
    values: fields.filter(({ meta }) => meta.values === true).map(({ field }) => field),
    filterable: fields.filter(({ meta }) => meta.filterable === true).map(({ field }) => field),
    rollsOut: fields.some(({ meta }) => meta.rollsOut === true),
    declaresParameters: fields.some(({ meta }) => meta.declaresParameters === true),
    dependencies: fields.find(({ meta }) => meta.dependencies === true)?.field,
    source: fields
      .flatMap(({ field, meta: { fills, reads = 'manifests' } }) =>
        fills === undefined ? [] : [{ field, fills, reads } as const],
      )
      .at(0),
  }
}

/** Returns the metadata of a field, including that of the type that an optional or a default wraps. */
function fieldMeta(type: z.core.$ZodType): FieldMeta {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) {
    return { ...fieldMeta(type.unwrap()), ...FieldMeta.parse(type.meta() ?? {}) }
  }
  return type instanceof z.ZodType ? FieldMeta.parse(type.meta() ?? {}) : {}
}
