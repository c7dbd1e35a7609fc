import { stringOf } from '../json.ts'
import { groupResource, type Resource } from '../resources/resource.ts'
import { age, ageColumn, column, nameColumn, type Column } from './column.ts'
import { coreColumns, networkColumns } from './core-columns.ts'
import { customColumns } from './custom-columns.ts'
import { otherColumns } from './other-columns.ts'
import { podColumns } from './pod-columns.ts'
import { workloadColumns } from './workload-columns.ts'

const known: Readonly<Record<string, readonly Column[]>> = {
  ...coreColumns,
  ...networkColumns,
  ...workloadColumns,
  ...otherColumns,
  pods: podColumns,
  'events.events.k8s.io': coreColumns['events'] ?? [],
}

export function columnsOf(resource: Resource): readonly Column[] {
  if (resource.custom !== undefined) {
    const declared = customColumns(resource.custom.columns)
    return declared.length === 0 ? bare : [nameColumn, ...declared]
  }
  return known[groupResource(resource)] ?? fallback
}

/** The columns of custom resources that declare none. */
const bare: readonly Column[] = [
  nameColumn,
  { ...ageColumn, cell: ({ metadata }, now) => age(stringOf(metadata.creationTimestamp), now), type: 'date' },
]

/** The columns of kinds without their own: name and creation time. */
const fallback: readonly Column[] = [
  nameColumn,
  column('Created At', ({ metadata }) => metadata.creationTimestamp, { type: 'date' }),
]
