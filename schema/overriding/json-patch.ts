import { applyPatch } from 'rfc6902'
import { z } from 'zod'
import { plainMessages } from '../input-messages.ts'
import { own } from '../own.ts'

/*
 * JSON patches (RFC 6902) of what users write. They are evaluated by the server as well, so they reach only fields that the document
 * itself has, and cannot make it much larger.
 */

const Pointer = z
  .string()
  .regex(/^(\/([^~/]|~[01])*)*$/, { error: 'is not a JSON pointer, such as /spec/replicas' })
const at = { path: Pointer }

const Operations = z.array(
  z.discriminatedUnion(
    'op',
    [
      z.object({ op: z.literal('add'), ...at, value: z.unknown() }),
      z.object({ op: z.literal('remove'), ...at }),
      z.object({ op: z.literal('replace'), ...at, value: z.unknown() }),
      z.object({ op: z.literal('move'), ...at, from: Pointer }),
      z.object({ op: z.literal('copy'), ...at, from: Pointer }),
      z.object({ op: z.literal('test'), ...at, value: z.unknown() }),
    ],
    {
      error: ({ code }) =>
        code === 'invalid_union' ? 'must be add, remove, replace, move, copy or test' : undefined,
    },
  ),
)

/** The most characters of JSON that the operations of patches copy. */
export const maxCopied = 1_000_000

/** Counts what operations copy: a few of them would double a document until there is no memory left. */
export class CopyBudget {
  #left = maxCopied

  /** Reports whether a value may be copied. */
  take(value: unknown): boolean {
    this.#left -= JSON.stringify(value).length
    return this.#left >= 0
  }
}

/** Why operations cannot be applied. */
export interface PatchProblem {
  /** Contains no values. */
  message: string
  /** True if an operation has found another value than it tests for. */
  hasFailedTest: boolean
}

/** Applies operations to a document, which they change. Returns a problem if one cannot be applied. */
export function applyOperations(
  document: Record<string, unknown>,
  content: readonly unknown[],
  budget: CopyBudget,
): PatchProblem | undefined {
  const parsed = Operations.safeParse(content, plainMessages)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const [index = 0, ...fields] = issue?.path ?? []
    const field = fields.length === 0 ? '' : ` ${fields.join('.')}`
    const isMissing = issue?.code === 'invalid_type' && valueAt(content, issue.path.map(String)) === undefined
    const what = isMissing ? 'is missing' : (issue?.message ?? 'is invalid')
    return invalidPatch(`operation ${Number(index) + 1}${field} ${what}`)
  }
  for (const operation of parsed.data) {
    const problem = problemOf(document, operation, budget)
    if (problem !== undefined) return problem
  }
  return undefined
}

function invalidPatch(message: string): PatchProblem {
  return { message, hasFailedTest: false }
}

type KnownOperation = z.infer<typeof Operations>[number]

function problemOf(
  document: Record<string, unknown>,
  operation: KnownOperation,
  budget: CopyBudget,
): PatchProblem | undefined {
  const { op, path } = operation
  const isMoved = op === 'move' || op === 'copy'
  const isThere =
    isMoved || op === 'add' ? mayBeAt(document, path) : valueAt(document, tokensOf(path)) !== undefined
  if (!isThere) return invalidPatch(`there is no ${path}`)
  if (isMoved) {
    const value = valueAt(document, tokensOf(operation.from))
    if (value === undefined) return invalidPatch(`there is no ${operation.from}`)
    if (op === 'copy' && !budget.take(value))
      return invalidPatch(`the patches copy more than ${maxCopied.toLocaleString('en')} characters`)
  }
  const [problem] = applyPatch(document, [operation])
  if (problem === null || problem === undefined) return undefined
  // Its message has both values.
  if (problem.name === 'TestError') return { message: `the test of ${path} failed`, hasFailedTest: true }
  return invalidPatch(problem.message)
}

/** Reports whether there is a value at a pointer, or may be one. */
function mayBeAt(document: unknown, pointer: string): boolean {
  const tokens = tokensOf(pointer)
  const last = tokens.pop()
  return last === undefined || mayHave(valueAt(document, tokens), last)
}

/** Returns the value to which a pointer leads, or undefined. */
function valueAt(document: unknown, tokens: readonly string[]): unknown {
  let value = document
  for (const token of tokens) value = mayHave(value, token) ? own(value, token) : undefined
  return value
}

/**
 * Reports whether a value is a map or a list that may itself have a field: everything in JavaScript also inherits fields such as
 * `__proto__`, through which a patch would change the program.
 */
function mayHave(value: unknown, token: string): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || token === '__proto__') return false
  return !Array.isArray(value) || /^(0|[1-9]\d*|-)$/.test(token)
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}
