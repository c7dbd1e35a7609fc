import { isRecord } from '../../schema/manifests.ts'
import { usageError } from '../cli-error.ts'

/*
 * The subset of kubectl's JSONPath that scripts use: fields, quoted fields, [index], [*], .., text outside of braces,
 * "\n" and "\t" in quotes. https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */

type Step = { field: string } | { index: number } | { every: true } | { deep: string }

export function renderJsonPath(template: string, value: unknown): string {
  const braced = template.includes('{') ? template : `{${template.startsWith('.') ? '' : '.'}${template}}`
  return braced.replaceAll(/\{([^}]*)\}/g, (_, expression: string) => evaluate(expression.trim(), value))
}

function evaluate(expression: string, value: unknown): string {
  const text = /^"(.*)"$|^'(.*)'$/s.exec(expression)
  if (text !== null) return (text[1] ?? text[2] ?? '').replaceAll('\\n', '\n').replaceAll('\\t', '\t')
  const found = steps(expression).reduce<unknown[]>(
    (values, step) => values.flatMap((each) => take(each, step)),
    [value],
  )
  return found.map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each))).join(' ')
}

function steps(expression: string): Step[] {
  const pattern = /\.\.([\w-]+)|\.([\w-]+)|\['([^']*)'\]|\[(-?\d+)\]|\[\*\]|\.\*/gy
  const found: Step[] = []
  const path = expression.replace(/^\$/, '').replace(/^(?=[\w])/, '.')
  let at = 0
  while (at < path.length && path !== '.') {
    pattern.lastIndex = at
    const match = pattern.exec(path)
    if (match === null) throw usageError(`jsonpath "{${expression}}": syntax error at "${path.slice(at)}"`)
    const [all, deep, plain, quoted, index] = match
    const field = plain ?? quoted
    if (deep !== undefined) found.push({ deep })
    else if (field !== undefined) found.push({ field })
    else found.push(index === undefined ? { every: true } : { index: Number(index) })
    at += all.length
  }
  return found
}

function take(value: unknown, step: Step): unknown[] {
  if ('deep' in step) {
    const children = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
    return [...take(value, { field: step.deep }), ...children.flatMap((child) => take(child, step))]
  }
  if ('field' in step) return isRecord(value) && Object.hasOwn(value, step.field) ? [value[step.field]] : []
  if ('index' in step)
    return Array.isArray(value) && value.at(step.index) !== undefined ? [value.at(step.index)] : []
  if (Array.isArray(value)) return value
  return isRecord(value) ? Object.values(value) : []
}
