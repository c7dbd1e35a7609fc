import { allKinds as registered } from '../schema/kinds/index.ts'
import type { Kind } from '../schema/kinds/kind.ts'

/** The properties of a kind that are no plain data: schemas, functions, and what contains them. */
const behaviour = [
  'spec',
  'examples',
  'outputs',
  'derive',
  'check',
  'checkWithOthers',
  'nameOf',
  'services',
  'operations',
  'dependency',
  'profiled',
  'rest',
] as const satisfies readonly (keyof Kind)[]

type PlainKind = Omit<Kind, (typeof behaviour)[number]>

/**
 * The plain data of a kind: what commands need to find its objects and to show them. `tools/build-cli.mjs` puts it into the bundle,
 * so that these commands evaluate neither the schemas of all kinds nor zod.
 */
export interface KindData extends PlainKind {
  /** The names of the fields of its spec, in their order. */
  fields: readonly string[]
}

/** All kinds, in the order of the registry. */
export const allKinds: readonly KindData[] = registered.map(dataOf)

function dataOf(kind: Kind): KindData {
  const omitted: readonly string[] = behaviour
  const data = Object.fromEntries(Object.entries(kind).filter(([key]) => !omitted.includes(key)))
  // Exactly the omitted properties are gone.
  return { ...(data as unknown as PlainKind), fields: Object.keys(kind.spec.shape) }
}
