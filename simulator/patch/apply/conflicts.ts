import { StatusError } from '../../errors/status-error.ts'
import { difference, formatPath, isEmpty, pathsOf, type FieldSet } from './field-set.ts'
import type { Manager } from './managers.ts'

export interface Conflict {
  manager: Manager
  fields: FieldSet
}

/** Returns the conflicts without those about the given fields. */
export function withoutFields(conflicts: readonly Conflict[], fields: FieldSet): Conflict[] {
  return conflicts
    .map((each) => ({ ...each, fields: difference(each.fields, fields) }))
    .filter((each) => !isEmpty(each.fields))
}

/** Returns the error of an apply that would take over fields of others. */
export function applyConflict(conflicts: readonly Conflict[]): StatusError {
  const found = conflicts
    .map(({ manager, fields }) => ({ who: describe(manager), paths: pathsOf(fields).map(formatPath) }))
    .sort((a, b) => (a.who < b.who ? -1 : 1))
  const count = found.reduce((sum, { paths }) => sum + paths.length, 0)
  return new StatusError({
    code: 409,
    reason: 'Conflict',
    message: `Apply failed with ${count} conflict${count === 1 ? '' : 's'}: ${found.map((each) => sentence(each, count)).join('\n')}`,
    details: {
      causes: found.flatMap(({ who, paths }) =>
        paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${who}`, field })),
      ),
    },
  })
}

function sentence({ who, paths }: { who: string; paths: readonly string[] }, count: number): string {
  if (count === 1) return `conflict with ${who}: ${paths[0]}`
  return `conflicts with ${who}:\n${paths.map((path) => `- ${path}`).join('\n')}`
}

function describe({ manager, operation, subresource, apiVersion }: Manager): string {
  const name = JSON.stringify(manager)
  const whole = subresource === '' ? name : `${name} with subresource ${JSON.stringify(subresource)}`
  return operation === 'Apply' ? whole : `${whole} using ${apiVersion}`
}
