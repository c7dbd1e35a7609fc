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
