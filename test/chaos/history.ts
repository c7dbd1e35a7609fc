/*
 * What clients saw, what the control plane has written down, and what arrived in clusters: all that a run leaves behind
 * to be judged. Times are milliseconds since 1970 by one clock.
 */

/** A write that was acknowledged. */
export interface AckedWrite {
  kind: string
  name: string
  /** Of the object, as the answer had it. */
  id: string
  version: number
  operation: 'CREATE' | 'UPDATE' | 'DELETE_REQUEST' | 'UNCHANGED'
  /** Its mark: what the write is known by in the log; undefined where it writes none. */
  mark?: string
}

/** A read, from its begin, and what it saw. */
export interface SeenVersion {
  id: string
  version: number
  /** Newest version that was acknowledged to anybody before the read was sent. */
  acknowledged: number
}

/** Clients that desired the same name at the same moment. */
export interface NameRace {
  name: string
  /** Marks of those that were acknowledged as owners. */
  won: string[]
}

export interface History {
  acked: AckedWrite[]
  seen: SeenVersion[]
  races: NameRace[]
  /** Marks of increments that were acknowledged, and of those with an unknown outcome, by the name of the counter. */
  counters: Map<string, { acked: string[]; unknown: string[] }>
  /** Errors that no fault excuses. */
  unexpected: string[]
}

export function emptyHistory(): History {
  return { acked: [], seen: [], races: [], counters: new Map(), unexpected: [] }
}

/** An entry of the change log. */
export interface LogEntry {
  seq: number
  objectId: string
  kind: string
  name: string
  operation: 'CREATE' | 'UPDATE' | 'DELETE_REQUEST' | 'DELETE' | 'STATUS' | 'TRIGGER'
  generation: number
  version: number
  time: number
  /** The mark in what is desired, where there is one. */
  mark?: string
  /** Of a status: whether the object is ready, and has seen what is desired. */
  settled?: boolean
  /** Of a deletion: whether only resync saw that nothing referred to the object any more. */
  swept?: boolean
}

/** A write that arrived in a cluster and was accepted there. */
export interface Effect {
  cluster: string
  /** When it arrived. */
  at: number
  /** Object that it was made for. */
  ownerId: string
  resource: string
  /** The mark in what was applied, where there is one. */
  mark?: string
}

/** A resource of ours, in the inventory or in a cluster. */
export interface OwnedResource {
  cluster: string
  ownerId: string
  resource: string
}

/** An object as it is in the end. */
export interface FinalObject {
  id: string
  kind: string
  name: string
  version: number
  settled: boolean
  /** It is being deleted, and nothing refers to it, so nothing gives a reason to remove it. */
  forgotten?: boolean
  status: unknown
  /** The mark in what is desired, where there is one. */
  mark?: string
}

/** What there is at a moment, and was to be. */
export interface AtRest {
  objects: FinalObject[]
  inventory: OwnedResource[]
  inClusters: OwnedResource[]
  /** Marks of workloads in clusters, by name. */
  marks: Map<string, string | undefined>
  /** What was asked last of each workload: its mark, or nothing where it is to be gone. */
  desired: Map<string, string | undefined>
}

/** What there is when everything has come to rest, and how it came to be. */
export interface Remains extends AtRest {
  log: LogEntry[]
  effects: Effect[]
}
