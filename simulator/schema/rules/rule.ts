import { EvaluationError, Optional } from '@marcbachmann/cel-js'
import type { FieldError } from '../../errors/status-error.ts'
import { stringOf, type JsonObject } from '../../json.ts'
import { language } from './language.ts'

/** One of the `x-kubernetes-validations` of a schema. */
export interface Rule {
  /** The rule compares with the old value. */
  isTransition: boolean
  /** Returns the problem of a value; undefined if it has none. */
  evaluate(values: { self: unknown; oldSelf: unknown }): Problem | undefined
}

export interface Problem {
  type: FieldError['type']
  /** The path below the value. */
  path: string
  detail: string
  /** The rule could not be evaluated. */
  isError: boolean
}

/** Compiles a rule; returns undefined if it uses an unsupported function. */
export function ruleOf(declared: JsonObject): Rule | undefined {
  const known = compiled.get(declared)
  if (known !== undefined || compiled.has(declared)) return known
  const rule = compile(declared)
  compiled.set(declared, rule)
  return rule
}

/** The compiled rules by definition, whose objects are replaced when they change. */
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

/** Returns the message of a rule; undefined if its expression fails. */
function messageOf(messageProgram: Program | undefined, values: object): string | undefined {
  try {
    const text = stringOf(messageProgram?.(values)).trim()
    return text === '' ? undefined : text
  } catch {
    return undefined
  }
}

/** Errors that stem from functions that only API servers have, not from the object. */
const notUnderstood = new Set(['no_matching_overload', 'unknown_variable'])

function isUnderstood(error: unknown): boolean {
  return !(error instanceof EvaluationError && notUnderstood.has(error.code))
}

function wording(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return line.slice(0, 1).toLowerCase() + line.slice(1)
}
