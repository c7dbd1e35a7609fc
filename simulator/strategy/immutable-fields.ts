import { immutable, invalidValue } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { at, equal } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Strategy } from './strategy.ts'

/** Refuses an update of any of these fields, in order; a path has dots between its keys. */
export function immutableFields(...paths: string[]): NonNullable<Strategy['validateUpdate']> {
  return (object, old) => paths.flatMap((path) => immutableFieldErrors(object, old, { path }))
}

/** Returns the errors for changed fields. @param field.named The field's name in the message. @default its path */
export function immutableFieldErrors(
  object: KubeObject,
  old: KubeObject,
  field: { path: string; named?: string },
): FieldError[] {
  const keys = field.path.split('.')
  const value = at(object, ...keys)
  return equal(value, at(old, ...keys)) ? [] : [invalidValue(field.named ?? field.path, value, immutable)]
}
