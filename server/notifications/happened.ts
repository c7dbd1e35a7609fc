import { kebabCase } from '../../schema/names.ts'
import type { Notice } from '../../schema/notifications/notice.ts'
import type { ObjectStatus } from '../../schema/status.ts'

/** What a notice is about. */
export interface Subject {
  kind: string
  name: string
  /** Null for an object that belongs to no project. */
  project: string | null
  /** The spec as it is now, or as it was when the object was deleted. */
  spec: Readonly<Record<string, unknown>>
}

/** The parts of a status that notices compare. */
export type ComparedStatus = Pick<ObjectStatus, 'phase' | 'conditions' | 'cause' | 'outputs'>

/** A change of a status. */
export interface StatusChange {
  /** Null for other changes. */
  now: ComparedStatus | null
  /** The status before; null for the first one. */
  before: ComparedStatus | null
}

/** What happened, without what is the same for all notices of an object. */
export type Happened = Omit<Notice, 'kind' | 'name' | 'project' | 'time'>

/** Returns an object as qleetctl names it, for example `workload-instance/shop`. */
export function shown({ kind, name }: Subject): string {
  return `${kebabCase(kind)}/${name}`
}
