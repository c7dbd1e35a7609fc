import type { FieldError } from './status-error.ts'

export function invalidValue(field: string, value: unknown, detail: string): FieldError {
  return { type: 'invalid', field, value, detail }
}

export function required(field: string, detail = ''): FieldError {
  return { type: 'required', field, detail }
}

/** Returns the error for a value that is not one of the allowed ones. */
export function unsupported(field: string, value: unknown, allowed: readonly string[]): FieldError {
  const list = allowed.map((each) => JSON.stringify(each)).join(', ')
  return { type: 'unsupported', field, value, detail: `supported values: ${list}` }
}

/** Refuses a value that is none of the allowed ones; an absent one is not refused. */
export function oneOf(value: unknown, allowed: readonly string[], field: string): FieldError[] {
  const isAllowed = value === undefined || (typeof value === 'string' && allowed.includes(value))
  return isAllowed ? [] : [unsupported(field, value, allowed)]
}

export function forbiddenField(field: string, detail: string): FieldError {
  return { type: 'forbidden', field, detail }
}

export function notFoundField(field: string, value: unknown): FieldError {
  return { type: 'not found', field, value, detail: '' }
}

export function duplicate(field: string, value: unknown): FieldError {
  return { type: 'duplicate', field, value, detail: '' }
}

export const immutable = 'field is immutable'
