/*
 * The input of the consistency checker: what clients saw, what the control plane recorded, and what arrived in
 * clusters. Times are milliseconds since 1970 by one clock.
 */

import type { AwsAtRest } from './aws.ts'
import type { ApplicationDocument } from '../support/applications.ts'

/** A write that was acknowledged. */
export interface AckedWrite {
  kind: string
  name: string
  /** The id of the object in the response. */
  id: string
  version: number
  operation: 'CREATE' | 'UPDATE' | 'DELETE_REQUEST' | 'UNCHANGED'
  /** The marker that identifies the write in the log; undefined if the write has none. */
  marker?: string
}

/** A read, with the version that it returned. */
export interface SeenVersion {
  id: string
  version: number
  /** The latest version that any client had seen acknowledged before the read was sent. */
  acknowledged: number
}

/** Clients that created the same name at the same time. */
export interface NameRace {
  name: string
  /** The markers of the creations that were acknowledged. */
  won: string[]
}

export interface History {
  acked: AckedWrite[]
  seen: SeenVersion[]
  races: NameRace[]
  /** The markers of acknowledged increments and of those with an unknown outcome, by the name of the counter. */
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
  /** The marker in the desired state, if there is one. */
  marker?: string
  /** For a status: the object is ready and has observed its latest generation. */
  settled?: boolean
  /** For a deletion: only resync noticed that nothing referenced the object any more. */
  swept?: boolean
}

/** A write that a cluster has accepted. */
export interface Effect {
  cluster: string
  /** The time of arrival. */
  at: number
  /** The id of the object that the resource belongs to. */
  ownerId: string
  resource: string
  /** The marker in the applied manifest, if there is one. */
  marker?: string
}

/** A resource of ours, in the inventory or in a cluster. */
export interface OwnedResource {
  cluster: string
  ownerId: string
  resource: string
}

/** An object in its final state. */
export interface FinalObject {
  id: string
  kind: string
  name: string
  version: number
  settled: boolean
  /** The object is being deleted and nothing references it, but nothing triggers its removal. */
  notRemoved?: boolean
  status: unknown
  /** The marker in the desired state, if there is one. */
  marker?: string
  /** The digest of the first image that the desired state replaces, if there is one. */
  digest?: string | undefined
}

/** The latest acknowledged definition of each application; undefined if it was deleted. */
export type DesiredApplications = Map<string, ApplicationDocument | undefined>

/** The examples by kind and name, with whether they exist. */
export type DesiredExamples = Map<string, boolean>

/** The last build of each application that is delivered, by name. */
export type DesiredBuilds = Map<string, number>

/** The observed and the desired state at one time. */
export interface AtRest {
  objects: FinalObject[]
  inventory: OwnedResource[]
  inClusters: OwnedResource[]
  /** The markers of workloads in clusters, by name. */
  markers: Map<string, string | undefined>
  /** The latest request for each workload: its marker, or undefined if it was deleted. */
  desired: Map<string, string | undefined>
  /** The same for applications with dependencies. */
  applications: DesiredApplications
  /** The same for objects as the examples of their kinds have them. */
  examples: DesiredExamples
  /** The last build of applications that are delivered. */
  builds: DesiredBuilds
  /** Undefined where there is no AWS. */
  aws: AwsAtRest | undefined
}

/** The final state, and how it came about. */
export interface Remains extends AtRest {
  log: LogEntry[]
  effects: Effect[]
}
