import { isRecord, type Manifest } from '../manifests.ts'
import { own } from '../own.ts'
import { parameterValues, type Parameter, type ParameterValue } from '../parameters.ts'
import { parseFieldPath, type Segment } from '../field-path.ts'
import { OverrideError } from './override-error.ts'

/**
 * Sets the fields that the parameters of a definition name. Throws an OverrideError for a path that leads nowhere. The given
 * manifests are not changed.
 */
export function withParameters(
  manifests: readonly Manifest[],
  declared: readonly Parameter[],
  given: Readonly<Record<string, ParameterValue>>,
): readonly Manifest[] {
  if (declared.length === 0) return manifests
  const values = parameterValues(declared, given)
  const copies = new Map<Manifest, Manifest>()
  for (const { name: parameter, set } of declared) {
    const value = values.get(parameter)
    // The server refuses instances without a required parameter; one that was created before is left as it is.
    if (value === undefined)
      throw new OverrideError(
        'parameters',
        `do not set ${parameter}, which the definition requires`,
        `set spec.parameters.${parameter} of the instance, or give the parameter a default in the definition`,
      )
    for (const { kind, name, path, template } of set) {
      const targets = manifests.filter(
        (each) => each.metadata.name === name && (kind === undefined || each.kind === kind),
      )
      for (const target of targets) {
        const copy = copies.get(target) ?? structuredClone(target)
        copies.set(target, copy)
        const problem = setField(
          copy,
          parseFieldPath(path),
          template?.replaceAll('{value}', () => String(value)) ?? value,
        )
        if (problem !== undefined)
          throw new OverrideError(
            `parameters.${parameter}`,
            `cannot set ${path} of ${target.kind} ${name}: ${problem}`,
            'correct the path in the definition',
          )
      }
    }
  }
  return manifests.map((manifest) => copies.get(manifest) ?? manifest)
}

/** Sets the field at a path and creates the maps on the way. Returns a problem if the path leads through anything else. */
function setField(root: Manifest, path: readonly Segment[], value: unknown): string | undefined {
  let container: unknown = root
  for (const [index, segment] of path.entries()) {
    const isLast = index === path.length - 1
    const next = path[index + 1]
    if ('field' in segment) {
      const { field } = segment
      // Everything in JavaScript inherits it, so setting its fields would change the program.
      if (field === '__proto__') return `no field can have the name ${field}`
      if (!isRecord(container)) return `there is no map with ${field}`
      if (isLast) {
        container[field] = value
        return undefined
      }
      if (own(container, field) === undefined && next !== undefined && 'field' in next) container[field] = {}
      container = own(container, field)
      continue
    }
    if (!Array.isArray(container)) return 'there is no list'
    const at =
      'index' in segment
        ? segment.index
        : container.findIndex((item) => isRecord(item) && item['name'] === segment.name)
    if (at < 0 || at >= container.length)
      return 'name' in segment ? `there is no item ${segment.name}` : `there is no item ${segment.index}`
    if (isLast) container[at] = value
    container = container[at]
  }
  return undefined
}
