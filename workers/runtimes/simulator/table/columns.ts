import type { Resource } from '../resources/resource.ts'
import { ageColumn, column, nameColumn, type Column } from './column.ts'

export function columnsOf(_resource: Resource): readonly Column[] {
  return fallback
}

/** Kinds nobody described are shown by name and time of creation. */
const fallback: readonly Column[] = [
  nameColumn,
  column('Created At', ({ metadata }) => metadata.creationTimestamp, { type: 'date' }),
]
void ageColumn
