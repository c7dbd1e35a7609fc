import { z } from 'zod'
import type { ManifestsDigest } from '../manifests.ts'
import { Name } from '../names.ts'

/** A column of `qleetctl get` and of lists in the console. */
export interface Column {
  header: string
  /** Path into the object, for example `spec.runtime` or `status.outputs.namespace`; a list prints its length. */
  path: string
  /** Printed only with `-o wide`. @default false */
  wide?: boolean
}

/** How the original REST API spoke of a kind. What is not said here follows from the names of the fields. */
export interface RestNames {
  /** Path below `/v0`, with hyphens; the spelling with underscores is accepted too. */
  path: string
  /** Older paths of the same objects. */
  pathAliases?: readonly string[]
  /** Names of spec fields that do not follow from ours, ours first: `{ yamlDocument: 'YAMLDocument' }`. */
  fields?: Readonly<Record<string, string>>
  /** Older names of fields, theirs first, accepted in requests and in filters: `{ WorkloadClusterID: 'runtime' }`. */
  fieldAliases?: Readonly<Record<string, string>>
}

/** Everything the layers that treat all kinds alike need to know of one kind. */
export interface KindFacts<
  Spec extends z.ZodObject = z.ZodObject,
  Outputs extends z.ZodObject = z.ZodObject,
> {
  /** PascalCase, for example `WorkloadInstance`. */
  kind: string
  /** camelCase plural, the name of the list in GraphQL, for example `workloadInstances`. */
  plural: string
  /** One or two sentences for people: what it is and what it is for. */
  description: string
  /** Further names that the CLI accepts, in lower case. */
  aliases?: readonly string[]
  /** `global` objects (projects) belong to no project. @default 'project' */
  scope?: 'project' | 'global'
  spec: Spec
  /**
   * Specs as people write them, without the objects that they name. The first creates one, the others are what it can be
   * changed to; tests that treat all kinds alike use them.
   */
  examples: readonly [Partial<z.input<Spec>>, ...Partial<z.input<Spec>>[]]
  /** What its status tells once it is ready, for other objects and for people. */
  outputs: Outputs
  columns: readonly Column[]
  /** Whether a reconciler brings it about. The others are ready as soon as they are accepted. */
  reconciled: boolean
  /** Outputs that follow from the spec alone, for kinds without a reconciler. */
  derive?: (spec: z.infer<Spec>, readers: SpecReaders) => z.infer<Outputs>
  /**
   * For a kind whose spec names a definition: the kind of that, and the name of both together, under which qleetctl
   * takes and writes them as one object.
   */
  pair?: { name: string; definition: string }
  /** Spec fields that cannot change after creation. */
  immutable?: readonly string[]
  /**
   * The spec field that says where it is: it names a runtime, an account, or an object that is there itself. Places take
   * turns, so that much work in one does not delay the others, and a change of a place concerns all that is there.
   * @default nowhere in particular
   */
  location?: string
  /** Whether only reconcilers make objects of it, for objects that need them. @default false */
  ownedOnly?: boolean
  /** Kinds of objects that its reconciler keeps for its own. @default none */
  owns?: readonly string[]
  /** The spec field that says whether removing what holds data waits for a confirmation: `on` or `off`. */
  guard?: string
  /** A spec field that at most one object of a project may have set to true. */
  exclusive?: string
  rest: RestNames
}

/** Reads what a spec holds; given by the caller, since a page that only shows kinds needs no parser of YAML. */
export interface SpecReaders {
  digestManifests(text: string): ManifestsDigest
}

/** A field whose value names another object: `name`, or `project/name`. */
export interface ReferenceField {
  field: string
  /** Kind of the object it names. */
  to: string
  /** Where the field is left out: the object of that kind whose spec has this field set to true. */
  defaultsToWhere?: string
}

export interface Kind extends KindFacts {
  scope: 'project' | 'global'
  /** File name of the concept, for example `workload`; the same in `schema/graphql` and `workers/reconcilers`. */
  concept: string
  references: readonly ReferenceField[]
  /** Spec fields that are stored encrypted and never read back by people. */
  secrets: readonly string[]
  /**
   * Spec fields that are texts with Kubernetes manifests. Values of Secrets among them are stored encrypted and never read
   * back by people.
   */
  manifests: readonly string[]
}

/** The declaration of the kinds of one concept, as `schema/kinds/<concept>.ts` exports it. */
export function defineKind<Spec extends z.ZodObject, Outputs extends z.ZodObject>(
  facts: KindFacts<Spec, Outputs>,
): KindFacts<Spec, Outputs> {
  return facts
}

const FieldMeta = z.object({
  references: z.string().optional(),
  defaultsToWhere: z.string().optional(),
  secret: z.boolean().optional(),
  manifests: z.boolean().optional(),
})
type FieldMeta = z.infer<typeof FieldMeta>

/** A spec field that names another object. */
export function reference(
  to: string,
  description: string,
  options: { defaultsToWhere?: string } = {},
): z.ZodString {
  return z
    .string({ error: `must be the name of a ${to}` })
    .regex(/^[^/]+(\/[^/]+)?$/, { error: `must be the name of a ${to}, or project/name` })
    .refine((value) => value.split('/').every((part) => Name.safeParse(part).success), {
      error: `must be the name of a ${to}, or project/name`,
    })
    .meta({ description, references: to, ...options })
}

/** A spec field whose value is encrypted before it is stored and is never returned to people. */
export function secret(description: string): z.ZodString {
  return z
    .string({ error: 'must be a string' })
    .min(1, 'must not be empty')
    .meta({ description, secret: true })
}

/** A spec field with Kubernetes manifests: many documents of YAML in one text. What it holds is checked with the input. */
export function manifests(description: string): z.ZodString {
  return z.string({ error: 'must be a string with Kubernetes YAML' }).meta({ description, manifests: true })
}

export function completeKind(concept: string, facts: KindFacts): Kind {
  const fields = Object.entries(facts.spec.shape).map(([field, type]) => ({ field, meta: fieldMeta(type) }))
  return {
    ...facts,
    concept,
    scope: facts.scope ?? 'project',
    references: fields.flatMap(({ field, meta: { references: to, defaultsToWhere } }) =>
      to === undefined ? [] : [{ field, to, ...(defaultsToWhere === undefined ? {} : { defaultsToWhere }) }],
    ),
    secrets: fields.filter(({ meta }) => meta.secret === true).map(({ field }) => field),
    manifests: fields.filter(({ meta }) => meta.manifests === true).map(({ field }) => field),
  }
}

/** Meta data of a field, also where it is wrapped as optional or with a default. */
function fieldMeta(type: z.core.$ZodType): FieldMeta {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) {
    return { ...fieldMeta(type.unwrap()), ...FieldMeta.parse(type.meta() ?? {}) }
  }
  return type instanceof z.ZodType ? FieldMeta.parse(type.meta() ?? {}) : {}
}
