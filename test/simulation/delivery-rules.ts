import type { Trigger } from '../../schema/events.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import type { Change } from '../../prisma/generated/client/client.ts'
import { retention } from './components/server.ts'
import type { Tables } from './database/tables.ts'
import type { Process } from './world/world.ts'

/** A statement that a server has executed. */
export interface Executed {
  name: string
  values: readonly unknown[]
  rows: readonly object[]
}

/** Operations after which the object itself has work. */
const concernsItself: ReadonlySet<Change['operation']> = new Set([
  'CREATE',
  'UPDATE',
  'DELETE_REQUEST',
  'TRIGGER',
])

/** Returns the leases that a statement has granted or renewed. */
function grantedBy({ name, values, rows }: Executed): { name: string; position: bigint }[] {
  if (name === 'take-lease')
    return (rows as { position: bigint }[]).map(({ position }) => ({ name: String(values[0]), position }))
  if (name !== 'renew-leases') return []
  return (rows as { name: string; position: bigint | null }[]).flatMap((lease) =>
    lease.position === null ? [] : [{ name: lease.name, position: lease.position }],
  )
}

/** Milliseconds for which expired entries may be retained. */
const lateness = 20_000

/** Checks the leased work of servers against rules, and records violations. */
export class DeliveryRules {
  readonly #tables: Tables
  readonly #broken: (problem: string) => void
  /** The last sequence number of the log when an object was last published or made due. */
  readonly #delivered = new Map<string, bigint>()
  /** The process that holds each lease, as far as the database has granted it. */
  readonly #holders = new Map<string, Process>()
  /** The position that the database returned with each lease. */
  readonly #resumeAt = new Map<string, bigint>()
  /** The position that the relay has saved, and the process that saved it. */
  #relayed = 0n
  #relayedBy: Process | undefined
  #isQuiet = false

  constructor(tables: Tables, broken: (problem: string) => void) {
    this.#tables = tables
    this.#broken = broken
  }

  published(triggers: readonly Trigger[]): void {
    this.#deliver(triggers.map(({ id }) => id))
  }

  executed({ name, values, rows }: Executed, process: Process): void {
    const [first, , third] = values
    if (name === 'become-due') this.#deliver(first as string[])
    for (const lease of grantedBy({ name, values, rows })) {
      this.#holders.set(lease.name, process)
      this.#resumeAt.set(lease.name, lease.position)
    }
    if (rows.length > 0 && name === 'save-position' && first === 'relay')
      this.#checkRelay(third as bigint, process)
    if (name === 'delete-changes') this.#checkDeletion()
    if (name === 'order-due' && Number(third) > 0) this.#checkDirect(rows.length)
  }

  /** Checks that leased work resumes where its last holder stopped. */
  // oxlint-disable-next-line max-params -- as the observer of a server
  startedWork(name: string, position: bigint, process: Process): void {
    const expected = this.#resumeAt.get(name)
    if (this.#holders.get(name) === process && position !== expected)
      this.#broken(`${name} starts at ${position} instead of ${expected}`)
  }

  /** Sets whether the system is expected to be idle: no faults and no requests from now on. */
  expectQuiet(isQuiet: boolean): void {
    this.#isQuiet = isQuiet
  }

  /** Checks a process that has shut down in order. */
  stopped(process: Process): void {
    for (const { name, expiresAt } of this.#tables.leases.values())
      if (this.#holders.get(name) === process && expiresAt > this.#tables.now())
        this.#broken(`${process.name} has shut down and still holds the lease ${name}`)
  }

  /** Returns the work that is still undone at rest. */
  atRest(): string[] {
    const { changes, now } = this.#tables
    const newest = this.#tables.newest('change')
    const behind = this.#relayed < newest ? [`the relay is at ${this.#relayed} of ${newest}`] : []
    const age = now().getTime() - (changes[0]?.time ?? now()).getTime()
    return age > retention.age + lateness ? [...behind, `a change is retained for ${age} ms`] : behind
  }

  #deliver(ids: readonly unknown[]): void {
    const newest = this.#tables.newest('change')
    for (const id of ids) this.#delivered.set(String(id), newest)
  }

  /**
   * The position of the relay only advances, and only past changes that were published or made due. Saves of one process
   * may arrive out of order.
   */
  #checkRelay(position: bigint, process: Process): void {
    if (position < this.#relayed && process === this.#relayedBy) return
    const { changes } = this.#tables
    if (position > this.#tables.newest('change'))
      this.#broken(`the relay saves ${position}, which is the number of no change`)
    if (position < this.#relayed) this.#broken(`the relay moves back from ${this.#relayed} to ${position}`)
    const passed = changes.filter(({ seq }) => seq > this.#relayed && seq <= position)
    for (const { seq, kind, objectId, operation } of passed) {
      if (!concernsItself.has(operation) || !kindNamed(kind).reconciled) continue
      if ((this.#delivered.get(String(objectId)) ?? 0n) < seq)
        this.#broken(`the relay passes change ${seq} of ${kind} ${objectId} without a trigger`)
    }
    this.#relayed = position
    this.#relayedBy = process
  }

  /** Workers take long overdue objects directly: without faults, resync triggers them before that. */
  #checkDirect(objects: number): void {
    if (this.#isQuiet && objects > 0)
      this.#broken(`${objects} objects are long overdue, and no resync triggers them`)
  }

  /** Changes that the relay has not read are retained. */
  #checkDeletion(): void {
    const [oldest] = this.#tables.changes
    const firstRetained = oldest?.seq ?? this.#tables.newest('change') + 1n
    if (firstRetained > this.#relayed + 1n)
      this.#broken(`changes up to ${firstRetained - 1n} are deleted, and the relay is at ${this.#relayed}`)
  }
}
