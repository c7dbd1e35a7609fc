import { invalidInput, shownValue } from '../errors.ts'
import { defined, unstorable } from '../inputs.ts'
import { findKind } from '../kinds/index.ts'
import type { RequestContext } from './context.ts'
import type { ClientWrite, ObjectTarget } from './store.ts'

/** The arguments that all mutations of clients share. */
export interface WriteArguments {
  dryRun?: boolean | null | undefined
  reason?: string | null | undefined
}

export function checkReason(reason: string | null | undefined): void {
  if (reason == null || reason.length <= 1000) return
  throw invalidInput([
    {
      path: 'reason',
      code: 'TOO_LONG',
      message: 'must have at most 1000 characters',
      value: shownValue(reason),
    },
  ])
}

export function writeOf({ traceparent }: RequestContext, { dryRun, reason }: WriteArguments): ClientWrite {
  checkReason(reason)
  return defined({ dryRun: dryRun ?? undefined, reason: reason ?? undefined, traceparent })
}

/** Throws INVALID_INPUT if the list has more entries than one request may carry. */
export function assertAtMost(list: readonly unknown[], { max, path }: { max: number; path: string }): void {
  if (list.length <= max) return
  const message = `has more than ${max.toLocaleString('en')} entries`
  const remedy = 'Split them over several requests.'
  throw invalidInput([{ path, code: 'TOO_MANY', message, value: list.length.toLocaleString('en'), remedy }])
}

export interface TargetArguments {
  id?: string | null | undefined
  kind?: string | null | undefined
  name?: string | null | undefined
  project?: string | null | undefined
  expectedVersion?: number | null | undefined
}

/** Returns the target that the arguments of a client identify, by ID or by kind and name. */
export function targetOf({ id, kind, name, project, expectedVersion }: TargetArguments): ObjectTarget {
  if (id != null) checkId(id)
  if (id == null && name == null) {
    throw invalidInput([
      {
        path: 'name',
        code: 'REQUIRED',
        message: 'is missing',
        remedy: 'Provide the name or the ID of the object.',
      },
    ])
  }
  if (kind != null && findKind(kind) === undefined) {
    throw invalidInput([
      { path: 'kind', code: 'NOT_SUPPORTED', message: 'is not a kind', value: shownValue(kind) },
    ])
  }
  const errors = unstorable({ name, project }, '')
  if (errors.length > 0) throw invalidInput(errors)
  return defined({
    id: id == null ? undefined : BigInt(id),
    kind: kind ?? undefined,
    name: name ?? undefined,
    project: project ?? undefined,
    expectedVersion: expectedVersion ?? undefined,
  })
}

export function checkId(id: string, path = 'id'): bigint {
  if (!/^\d{1,18}$/.test(id)) {
    throw invalidInput([
      {
        path,
        code: 'INVALID_TYPE',
        message: 'must be a number',
        value: shownValue(id),
        remedy: 'Use the ID of an object.',
      },
    ])
  }
  return BigInt(id)
}
