import { language, variableNames, type Variables } from './language.ts'

type Program = ReturnType<typeof language.parse>

/** A problem of an expression, with its place. */
export interface ExpressionProblem {
  message: string
  remedy: string
  /** 1-based. */
  line: number
  column: number
}

/** Returns the problem of an expression: of its syntax, its variables and fields, or its type; undefined if it has none. */
export function expressionProblem(expression: string): ExpressionProblem | undefined {
  const { valid, type, error } = language.check(expression)
  if (!valid) {
    const remedy = `Variables are ${variableNames.join(', ')}.`
    return { message: summaryOf(error), remedy, ...placeOf(expression, error) }
  }
  if (type === 'bool' || type === 'dyn') return undefined
  const message = `is of type ${type}, not bool`
  return { message, remedy: 'Compare it with a value, so that it is true or false.', line: 1, column: 1 }
}

/** The result of a rule for an object. */
export interface RuleResult {
  holds: boolean
  /** The reason for which the expression could not be evaluated. */
  failure?: string
}

/** Evaluates an expression. One that fails, or has another result than true or false, does not hold. */
export function evaluateExpression(expression: string, variables: Variables): RuleResult {
  try {
    const result: unknown = programOf(expression)(variables)
    if (typeof result === 'boolean') return { holds: result }
    return { holds: false, failure: 'its result is neither true nor false' }
  } catch (error) {
    return { holds: false, failure: summaryOf(error) }
  }
}

/** Forgets an expression whose evaluation has been interrupted, because a parsed one has state. */
export function forgetExpression(expression: string): void {
  programs.delete(expression)
}

const programs = new Map<string, Program>()

/** The most parsed expressions that a process keeps. */
const maxPrograms = 2000

function programOf(expression: string): Program {
  const known = programs.get(expression)
  if (known !== undefined) return known
  const program = language.parse(expression)
  program.check()
  if (programs.size >= maxPrograms) programs.clear()
  programs.set(expression, program)
  return program
}

/** Returns the first line of an error, which has no values of the object. */
function summaryOf(error: unknown): string {
  const { code, summary } = (error ?? {}) as { code?: unknown; summary?: unknown }
  if (typeof code === 'string' && withValues.has(code)) return 'a value cannot be converted'
  if (typeof summary !== 'string') return 'it cannot be evaluated'
  return summary.slice(0, 1).toLowerCase() + summary.slice(1, 200)
}

/** Errors that quote a value, which may be secret. */
const withValues = new Set(['bool_conversion_error', 'invalid_regular_expression'])

function placeOf(expression: string, error: unknown): { line: number; column: number } {
  const { range } = (error ?? {}) as { range?: { start?: number } }
  const before = expression.slice(0, range?.start ?? 0).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
