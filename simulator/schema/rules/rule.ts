import { EvaluationError, Optional } from '@marcbachmann/cel-js'
import type { FieldError } from '../../errors/status-error.ts'
import { stringOf, type JsonObject } from '../../json.ts'
import { language } from './language.ts'

/** One of a schema's `x-kubernetes-validations`. */
export interface Rule {
  /** True when it compares with the value before. */
  isTransition: boolean
  /** Returns the problem of a value; undefined when it has none. */
  evaluate(values: { self: unknown; oldSelf: unknown }): Problem | undefined
}

export interface Problem {
  type: FieldError['type']
  /** Below the value. */
  path: string
  detail: string
  /** True when the rule could not be evaluated. */
  isError: boolean
}

/** Compiles a rule; undefined where it has something that is not supported here. */
export function ruleOf(declared: JsonObject): Rule | undefined {
  const known = compiled.get(declared)
  if (known !== undefined || compiled.has(declared)) return known
  const rule = compile(declared)
  compiled.set(declared, rule)
  return rule
}

/** Definitions stay the same objects until they are changed. */
const compiled = new WeakMap<JsonObject, Rule | undefined>()

function compile(declared: JsonObject): Rule | undefined {
  const text = stringOf(declared['rule'])
  const holds = parsed(text)
  if (holds === undefined) return undefined
  const message = stringOf(declared['message'])
  const messageProgram = parsed(stringOf(declared['messageExpression']))
  const isOptional = declared['optionalOldSelf'] === true
  const isTransition = /\boldSelf\b/.test(text)
  return {
    isTransition,
    evaluate({ self, oldSelf }) {
      if (isTransition && !isOptional && oldSelf === undefined) return undefined
      const before = oldSelf === undefined ? Optional.none() : Optional.of(oldSelf)
      const values = { self, oldSelf: isOptional ? before : oldSelf }
      try {
        if (holds(values) === true) return undefined
      } catch (error) {
        if (!isUnderstood(error)) return undefined
        const detail = `${wording(error)} evaluating rule: ${message === '' ? text : message}`
        return { type: 'invalid', path: '', detail, isError: true }
      }
      const failure =
        messageOf(messageProgram, values) ?? (message === '' ? `failed rule: ${text.trim()}` : message)
      const path = stringOf(declared['fieldPath']).replaceAll(/\['([^']*)'\]/g, '[$1]')
      return { type: types[stringOf(declared['reason'])] ?? 'invalid', path, detail: failure, isError: false }
    },
  }
}

const types: Readonly<Record<string, FieldError['type']>> = {
  FieldValueRequired: 'required',
  FieldValueForbidden: 'forbidden',
  FieldValueDuplicate: 'duplicate',
}

type Program = (values: object) => unknown

function parsed(text: string): Program | undefined {
  if (text === '') return undefined
  try {
    return language.parse(text)
  } catch {
    return undefined
  }
}

/** A message that cannot be made is no message. */
function messageOf(messageProgram: Program | undefined, values: object): string | undefined {
  try {
    const text = stringOf(messageProgram?.(values)).trim()
    return text === '' ? undefined : text
  } catch {
    return undefined
  }
}

/** Functions that only API servers know are no fault of the object. */
const notUnderstood = new Set(['no_matching_overload', 'unknown_variable'])

function isUnderstood(error: unknown): boolean {
  return !(error instanceof EvaluationError && notUnderstood.has(error.code))
}

function wording(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return line.slice(0, 1).toLowerCase() + line.slice(1)
}
