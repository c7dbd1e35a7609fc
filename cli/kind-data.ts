import { allKinds as registered } from '../schema/kinds/index.ts'
import type { Kind } from '../schema/kinds/kind.ts'

/**
 * What of a kind is plain data: what commands need to find its objects and to show them. `tools/build-cli.mjs` puts it into the bundle,
 * so that these commands evaluate neither the schemas of all kinds nor zod, which takes a third of their time.
 */
export interface KindData extends Omit<
  Kind,
  | 'spec'
  | 'examples'
  | 'outputs'
  | 'derive'
  | 'check'
  | 'checkWithOthers'
  | 'nameOf'
  | 'services'
  | 'operations'
  | 'dependency'
  | 'profiled'
  | 'rest'
> {
  /** The names of the fields of its spec, in their order. */
  fields: readonly string[]
}

/** All kinds, in the order of the registry. */
export const allKinds: readonly KindData[] = registered.map(dataOf)

function dataOf({
  spec,
  examples: _examples,
  outputs: _outputs,
  derive: _derive,
  check: _check,
  checkWithOthers: _checkWithOthers,
  nameOf: _nameOf,
  services: _services,
  operations: _operations,
  dependency: _dependency,
  profiled: _profiled,
  rest: _rest,
  ...data
}: Kind): KindData {
  return { ...data, fields: Object.keys(spec.shape) }
}
