import type {
  AppliedResource,
  Change,
  AbandonedResource,
  ExternalResource,
  Lease,
  StoredObject,
  TerraformRun,
  TerraformState,
} from '../../../prisma/generated/client/client.ts'

import type { RolloutRow } from '../../../server/store/definition-rollouts/rows.ts'
import type { Ownership } from '../../../server/store/ownership.ts'

/** The tables of `prisma/schema.prisma` in memory, with their constraints. Rows are replaced, never changed. */
export interface Tables {
  objects: Map<bigint, StoredObject>
  /** The key is `from:field`. */
  references: Map<string, Reference>
  changes: Change[]
  applied: Map<bigint, AppliedResource>
  abandoned: Map<bigint, AbandonedResource>
  external: Map<bigint, ExternalResource>
  ownerships: Map<bigint, Ownership>
  /** The key is `object/fingerprint`. */
  events: Map<string, StoredEvent>
  /** The words of objects. The key is the ID of the object. */
  documents: Map<bigint, { version: number; words: readonly string[] }>
  /** The key is the name. */
  leases: Map<string, Lease>
  /** The newest runs of Terraform. The key is the ID of the object. */
  runs: Map<bigint, TerraformRun>
  /** The states of Terraform. The key is `object/run`. */
  states: Map<string, TerraformState>
  /** The rollouts of definitions and profiles. The key is the ID of the object. */
  rollouts: Map<bigint, RolloutRow>
  /** Returns the next number of a sequence. Each number is returned once, even if its transaction is rolled back. */
  nextId(sequence: Sequence): bigint
  /** Returns the last number of a sequence. */
  newest(sequence: Sequence): bigint
  /** The current time, as `now()` returns it. */
  now(): Date
  /** Returns a function that restores the current state. */
  savepoint(): () => void
}

export type Sequence =
  'object' | 'applied' | 'abandoned' | 'external' | 'ownership' | 'change' | 'transaction' | 'state'

export interface Reference {
  fromId: bigint
  field: string
  toId: bigint
}

export interface StoredEvent {
  objectId: bigint
  reason: string
  note: string
  count: number
  lastSeen: Date
}

export function createTables(): Tables {
  const ids: Record<Sequence, bigint> = {
    object: 0n,
    applied: 0n,
    abandoned: 0n,
    external: 0n,
    ownership: 0n,
    change: 0n,
    transaction: 0n,
    state: 0n,
  }
  const tables: Tables = {
    objects: new Map(),
    references: new Map(),
    changes: [],
    applied: new Map(),
    abandoned: new Map(),
    external: new Map(),
    ownerships: new Map(),
    events: new Map(),
    documents: new Map(),
    leases: new Map(),
    runs: new Map(),
    states: new Map(),
    rollouts: new Map(),
    nextId: (sequence) => (ids[sequence] += 1n),
    newest: (sequence) => ids[sequence],
    now: () => new Date(),
    savepoint: () => {
      const { objects, references, changes, applied, abandoned, external, ownerships, events } = tables
      const { documents, leases, runs, states, rollouts } = tables
      // Within a transaction entries are only added.
      const { length } = changes
      const copies = {
        objects: new Map(objects),
        references: new Map(references),
        applied: new Map(applied),
        abandoned: new Map(abandoned),
        external: new Map(external),
        ownerships: new Map(ownerships),
        events: new Map(events),
        documents: new Map(documents),
        leases: new Map(leases),
        runs: new Map(runs),
        states: new Map(states),
        rollouts: new Map(rollouts),
      }
      return () => {
        changes.length = length
        Object.assign(tables, { ...copies, changes })
      }
    },
  }
  return tables
}

/** Returns an error as the driver of Postgres throws it. */
export function databaseError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'

/** Writes an object; throws if its name or its exclusive field is taken. */
export function putObject({ objects }: Tables, object: StoredObject): StoredObject {
  for (const other of objects.values()) {
    if (other.id === object.id || other.kind !== object.kind || other.projectId !== object.projectId) continue
    const sameField =
      object.exclusive !== null && other.exclusive === object.exclusive && object.projectId !== null
    if (other.name === object.name || sameField)
      throw databaseError(uniqueViolation, `duplicate ${object.kind} ${object.name}`)
  }
  objects.set(object.id, object)
  return object
}

/** Deletes an object with its dependent rows; throws if another object references it. */
export function dropObject(tables: Tables, id: bigint): void {
  const { objects, references, applied, abandoned, external, ownerships, events } = tables
  const isNeeded =
    [...references.values()].some(({ toId }) => toId === id) ||
    [...objects.values()].some(({ projectId }) => projectId === id) ||
    [...applied.values()].some(({ objectId, runtimeId }) => objectId === id || runtimeId === id) ||
    [...external.values()].some(({ objectId }) => objectId === id) ||
    [...ownerships.values()].some(({ ownerId }) => ownerId === id)
  if (isNeeded) throw databaseError(foreignKeyViolation, `object ${id} is referenced`)
  objects.delete(id)
  tables.runs.delete(id)
  tables.rollouts.delete(id)
  for (const [key, { objectId }] of tables.states) if (objectId === id) tables.states.delete(key)
  tables.documents.delete(id)
  for (const [key, { fromId }] of references) if (fromId === id) references.delete(key)
  for (const each of ownerships.values()) if (each.ownedId === id) ownerships.delete(each.id)
  // The store keeps them without their object, which nothing in the simulation reads.
  for (const [key, { objectId }] of events) if (objectId === id) events.delete(key)
  for (const entry of abandoned.values())
    if (entry.runtimeId === id) abandoned.set(entry.id, { ...entry, runtimeId: null })
}

/** Fields of a change that the object itself does not determine. */
type Logged = Pick<Change, 'operation' | 'actor'> & Partial<Omit<Change, 'operation' | 'actor'>>

export function logChange({ changes, now, nextId }: Tables, object: StoredObject, logged: Logged): void {
  const { id: objectId, projectId, kind, name, generation, version } = object
  changes.push({
    seq: nextId('change'),
    objectId,
    projectId,
    kind,
    name,
    generation,
    version,
    reason: null,
    before: null,
    after: null,
    secrets: null,
    metadata: null,
    triggersReferrers: false,
    traceparent: null,
    time: now(),
    ...logged,
  })
}

/** Returns `now()` plus the given milliseconds. */
export function later({ now }: Tables, milliseconds: number): Date {
  return new Date(now().getTime() + milliseconds)
}

/** Sorts rows by id. */
export function byId<Row extends { id: bigint }>(rows: Iterable<Row>): Row[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
}
