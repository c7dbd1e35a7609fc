import { shownValue, type FieldError } from '../../errors.ts'
import { allKinds, findKind } from '../../kinds/index.ts'
import { expressionProblem } from './expressions.ts'
import { uncheckedKinds, type NamedException, type NamedPolicy } from './violations.ts'

/** Returns the errors of a policy or an exception whose kinds do not exist, or whose expressions are wrong. `path` is that of its spec. */
export function policyErrors({ kind, spec }: { kind: string; spec: unknown }, path: string): FieldError[] {
  if (kind === 'PolicyException') {
    // The specs were validated by their kinds.
    const { objects } = spec as NamedException['spec']
    return objects.flatMap((each, index) =>
      each.kind === undefined ? [] : kindErrors(each.kind, `${path}.objects[${index}].kind`),
    )
  }
  if (kind !== 'Policy') return []
  const { kinds = [], rules } = spec as NamedPolicy['spec']
  return [
    ...kinds.flatMap((each, index) => kindErrors(each, `${path}.kinds[${index}]`)),
    ...rules.flatMap(({ expression }, index): FieldError[] => {
      const problem = expressionProblem(expression)
      if (problem === undefined) return []
      return [{ path: `${path}.rules[${index}].expression`, code: 'INVALID', ...problem }]
    }),
  ]
}

function kindErrors(kind: string, path: string): FieldError[] {
  const value = shownValue(kind)
  if (uncheckedKinds.has(kind))
    return [
      {
        path,
        code: 'NOT_SUPPORTED',
        message: 'is a kind that no policy checks',
        value,
        remedy: 'Remove it.',
      },
    ]
  if (findKind(kind) !== undefined) return []
  const remedy = `Use one of ${allKinds.map((each) => each.kind).join(', ')}.`
  return [{ path, code: 'NOT_SUPPORTED', message: 'is not a kind', value, remedy }]
}
