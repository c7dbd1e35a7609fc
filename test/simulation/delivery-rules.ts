import type { Trigger } from '../../schema/events.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import type { Change } from '../../prisma/generated/client/client.ts'
import { retention } from './parts/server.ts'
import type { Tables } from './database/tables.ts'
import type { Process } from './world/world.ts'

/** A statement of a server, as it has been executed. */
export interface Executed {
  name: string
  values: readonly unknown[]
  rows: readonly object[]
}

/** Changes after which the object itself has work. */
const concernsItself: ReadonlySet<Change['operation']> = new Set([
  'CREATE',
  'UPDATE',
  'DELETE_REQUEST',
  'TRIGGER',
])

/** Milliseconds for which what is over may be kept. */
const lateness = 20_000

/** Looks at what the leased work of servers does, and tells what it must not. */
export class DeliveryRules {
  readonly #tables: Tables
  readonly #broken: (problem: string) => void
  /** The newest number of the log when an object was last published or made due. */
  readonly #delivered = new Map<string, bigint>()
  /** By lease: the process that has it, as far as it was given. */
  readonly #holders = new Map<string, Process>()
  /** How far the relay has said that it has come. */
  #relayed = 0n
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
    if (rows.length > 0 && name === 'take-lease') this.#holders.set(String(first), process)
    if (rows.length > 0 && name === 'save-position' && first === 'relay') this.#checkRelay(third as bigint)
    if (name === 'delete-changes') this.#checkDeletion()
    if (name === 'order-due' && Number(third) > 0) this.#checkDirect(rows.length)
  }

  /** Says whether nothing breaks from now on, and nobody asks for anything. */
  expectQuiet(isQuiet: boolean): void {
    this.#isQuiet = isQuiet
  }

  /** A process has ended in order. */
  stopped(process: Process): void {
    for (const { name, expiresAt } of this.#tables.leases.values())
      if (this.#holders.get(name) === process && expiresAt > this.#tables.now())
        this.#broken(`${process.name} has ended and keeps the lease ${name}`)
  }

  /** What is left to do in silence. */
  atRest(): string[] {
    const { changes, now } = this.#tables
    const newest = this.#tables.newest('change')
    const behind = this.#relayed < newest ? [`the relay is at ${this.#relayed} of ${newest}`] : []
    const age = now().getTime() - (changes[0]?.time ?? now()).getTime()
    return age > retention.age + lateness ? [...behind, `a change is kept for ${age} ms`] : behind
  }

  #deliver(ids: readonly unknown[]): void {
    const newest = this.#tables.newest('change')
    for (const id of ids) this.#delivered.set(String(id), newest)
  }

  /** The place of the relay only moves on, and past nothing that was neither published nor made due. */
  #checkRelay(place: bigint): void {
    const { changes } = this.#tables
    if (place > this.#tables.newest('change')) this.#broken(`the relay saves ${place}, which no change has`)
    if (place < this.#relayed) this.#broken(`the relay goes back from ${this.#relayed} to ${place}`)
    const passed = changes.filter(({ seq }) => seq > this.#relayed && seq <= place)
    for (const { seq, kind, objectId, operation } of passed) {
      if (!concernsItself.has(operation) || !kindNamed(kind).reconciled) continue
      if ((this.#delivered.get(String(objectId)) ?? 0n) < seq)
        this.#broken(`the relay passes change ${seq} of ${kind} ${objectId} without a trigger`)
    }
    this.#relayed = place
  }

  /** What is long overdue workers take themselves: where nothing is broken, resync has brought it before. */
  #checkDirect(objects: number): void {
    if (this.#isQuiet && objects > 0)
      this.#broken(`${objects} objects are due for long, and no resync triggers them`)
  }

  /** What the relay has not read is kept. */
  #checkDeletion(): void {
    const [oldest] = this.#tables.changes
    const kept = oldest?.seq ?? this.#tables.newest('change') + 1n
    if (kept > this.#relayed + 1n)
      this.#broken(`changes up to ${kept - 1n} are deleted, and the relay is at ${this.#relayed}`)
  }
}
