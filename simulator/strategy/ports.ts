import { invalidValue } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import type { Json } from '../json.ts'

export function portErrors(port: Json | undefined, field: string): FieldError[] {
  const isPort = typeof port === 'number' && port >= 1 && port <= 65_535
  return isPort ? [] : [invalidValue(field, port ?? 0, 'must be between 1 and 65535, inclusive')]
}

/** Returns the problems of a port name, which may be used in place of its number. */
export function portNameProblems(name: string): string[] {
  const problems: string[] = []
  if (name.length > 15) problems.push('must be no more than 15 characters')
  if (!/^[-a-z0-9]*$/.test(name))
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  if (!/[a-z]/.test(name)) problems.push('must contain at least one letter (a-z)')
  if (name.includes('--')) problems.push('must not contain consecutive hyphens')
  if (/^-|-$/.test(name)) problems.push('must not begin or end with a hyphen')
  return problems
}

export function portOrNameErrors(port: Json | undefined, field: string): FieldError[] {
  if (typeof port === 'string')
    return portNameProblems(port).map((detail) => invalidValue(field, port, detail))
  return portErrors(port, field)
}

export const protocols = ['SCTP', 'TCP', 'UDP'] as const
