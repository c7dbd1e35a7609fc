import { invalidInput, shownValue } from '../../../schema/errors.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { isRecord } from '../../../schema/manifests.ts'
import type { Handler } from './handler.ts'
import { findObject, objectAnswer, writeIn } from './objects.ts'
import { queryOf } from './queries.ts'

/** Handles `POST /v0/KIND/:id/confirmations`: confirms the removals that an object lists in `Confirmation`. */
export function confirmRemovals(kind: Kind): Handler {
  return async (context, request) => {
    const write = writeIn(queryOf(request, ['reason']), context)
    const token = tokenIn(request.body)
    const { id } = await findObject(kind, context, request)
    const object = await context.store.confirmRemoval({ target: { kind: kind.kind, id }, token }, write)
    return objectAnswer(kind, object, { context })
  }
}

function tokenIn(body: unknown): string {
  const entries = isRecord(body) ? Object.entries(body) : []
  const unknown = entries.filter(([name]) => name.toLowerCase() !== 'token')
  if (unknown.length > 0)
    throw invalidInput(
      unknown.map(([path]) => ({
        path,
        code: 'UNKNOWN_FIELD',
        message: 'Unsupported fields are not allowed',
        remedy: 'Fields are Token.',
      })),
    )
  const token = entries[0]?.[1]
  if (typeof token === 'string' && token !== '') return token
  const remedy = 'Send the Token of the Confirmation of the object.'
  const error = { path: 'Token', remedy }
  throw invalidInput([
    token === undefined
      ? { ...error, code: 'REQUIRED', message: 'is missing' }
      : { ...error, code: 'INVALID_TYPE', message: 'must be a string', value: shownValue(token) },
  ])
}
