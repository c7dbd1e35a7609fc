import type { AnyObject } from '../../client-sdk/index.ts'
import { usageError } from '../cli-error.ts'
import { compileTemplate } from '../output/jsonpath.ts'
import { recordOf } from '../objects/record.ts'
import type { CustomGoal, Goal } from './goal.ts'

const words: Readonly<Record<string, Goal>> = {
  ready: 'ready',
  deleted: 'deleted',
  delete: 'deleted',
  create: 'created',
  created: 'created',
}

/** Parses the value of `--for`: a word, `condition=TYPE[=STATUS]` or `jsonpath=PATH[=VALUE]`. */
export function parseGoal(text: string): Goal {
  const word = Object.hasOwn(words, text) ? words[text] : undefined
  if (word !== undefined) return word
  const condition = /^condition=([^=]+)(?:=(.+))?$/.exec(text)
  if (condition !== null) return conditionGoal(condition[1] ?? '', condition[2] ?? 'True')
  const path = /^jsonpath=(.+)$/s.exec(text)?.[1]
  if (path !== undefined) return jsonPathGoal(path)
  throw usageError(
    `--for "${text}" is not a state. Use ready, create, delete, condition=TYPE, condition=TYPE=STATUS or jsonpath=PATH=VALUE.`,
  )
}

function conditionGoal(type: string, status: string): Goal {
  const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
  if (isSame(type, 'Ready') && isSame(status, 'True')) return 'ready'
  return {
    name: `${type}=${status}`,
    isReached: (object) =>
      isCurrent(object) &&
      object.status.conditions.some((each) => isSame(each.type, type) && isSame(each.status, status)),
  }
}

/** Reports whether the status describes the current generation. That of an older one says nothing about the new spec. */
function isCurrent({ generation, observedGeneration }: AnyObject): boolean {
  return observedGeneration >= generation
}

function jsonPathGoal(text: string): CustomGoal {
  const { path, value } = splitValue(text)
  const template = compileTemplate(
    path.startsWith('{') ? path : `{${path.startsWith('.') ? '' : '.'}${path}}`,
  )
  const valueOf = (object: AnyObject): string => template(recordOf(object)).trim()
  return {
    name: value === undefined ? path : `${path}=${value}`,
    isReached: (object) => (value === undefined ? valueOf(object) !== '' : valueOf(object) === value),
  }
}

/** Splits off the value after the path, whose filters may contain `=`. */
function splitValue(text: string): { path: string; value?: string } {
  const end = text.startsWith('{') ? text.lastIndexOf('}') + 1 : text.search(/=(?![^[]*\])/)
  if (end <= 0) return { path: text }
  const rest = text.slice(end)
  if (rest === '') return { path: text }
  if (!rest.startsWith('='))
    throw usageError(`--for "jsonpath=${text}" must be jsonpath=PATH or jsonpath=PATH=VALUE`)
  return { path: text.slice(0, end), value: rest.slice(1).replace(/^(['"])(.*)\1$/s, '$2') }
}
