import { Environment } from '@marcbachmann/cel-js'

/*
 * The language of the rules of policies. Its types are checked when a policy is written. Parsing is limited in size and depth;
 * the time of an evaluation is limited by `limited-run.ts`.
 */

interface ImageFields {
  /** The name with the registry as it is written, without tag and digest: `example.com/shop`. */
  name: string
  /** The host of the registry: `docker.io` if the name has none. */
  registry: string
  /** Empty if there is none. */
  tag: string
  /** Empty if there is none. */
  digest: string
}

/** The image of a container, as expressions read it. A class, by which the evaluator knows the type of a value. */
export class Image implements ImageFields {
  readonly name: string
  readonly registry: string
  readonly tag: string
  readonly digest: string

  constructor({ name, registry, tag, digest }: ImageFields) {
    this.name = name
    this.registry = registry
    this.tag = tag
    this.digest = digest
  }
}

interface CostFields {
  /** False if a price is not known. */
  known: boolean
  /** US dollars a month. Both numbers differ if the load decides, as for nodes. */
  least: bigint
  most: bigint
}

/** What an object costs by the list prices of its cloud. */
export class Cost implements CostFields {
  readonly known: boolean
  readonly least: bigint
  readonly most: bigint

  constructor({ known, least, most }: CostFields) {
    this.known = known
    this.least = least
    this.most = most
  }
}

/** What an expression reads. Whole numbers are of type BigInt. */
export interface Variables {
  object: Record<string, unknown>
  old: Record<string, unknown> | null
  operation: string
  project: string
  tier: string
  manifests: readonly unknown[]
  images: readonly Image[]
  cost: Cost
  actor: string
  now: Date
}

/** The names of the variables, for errors. */
export const variableNames = [
  'object',
  'old',
  'operation',
  'project',
  'tier',
  'manifests',
  'images',
  'cost',
  'actor',
  'now',
] as const satisfies (keyof Variables)[]

const text = 'string'

export const language = new Environment({
  enableOptionalTypes: true,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 1000, maxDepth: 40, maxListElements: 500, maxMapEntries: 500, maxCallArguments: 16 },
})
  .registerType('Image', { ctor: Image, fields: { name: text, registry: text, tag: text, digest: text } })
  .registerType('Cost', { ctor: Cost, fields: { known: 'bool', least: 'int', most: 'int' } })
  .registerVariable({
    name: 'object',
    schema: {
      kind: text,
      name: text,
      project: text,
      labels: 'map<string, string>',
      annotations: 'map<string, string>',
      spec: 'dyn',
    },
  })
  .registerVariable('old', 'dyn')
  .registerVariable('operation', text)
  .registerVariable('project', text)
  .registerVariable('tier', text)
  .registerVariable('manifests', 'list<dyn>')
  .registerVariable('images', 'list<Image>')
  .registerVariable('cost', 'Cost')
  .registerVariable('actor', text)
  .registerVariable('now', 'google.protobuf.Timestamp')
