import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Report, Site } from './kinds.ts'

/* The objects of the module, in a file: a real one has a database. */

const Entry = Site.extend({
  ID: z.int(),
  CreatedAt: z.string(),
  UpdatedAt: z.string(),
  /** When the deletion was requested; the entry goes once nothing is left of the site. */
  DeletionScheduled: z.string().optional(),
  Status: Report,
})
export type Entry = z.infer<typeof Entry>

const File = z.object({ lastId: z.int(), entries: z.array(Entry) })

/** The sites, each change of which is in the file before the method returns. */
export class Store {
  readonly #path: string
  readonly #entries = new Map<number, Entry>()
  #lastId = 0
  /** Called after each change of what users decide. */
  onChange: () => void = () => undefined

  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true })
    const text = readOrUndefined(path)
    if (text === undefined) return
    const { lastId, entries } = File.parse(JSON.parse(text))
    this.#lastId = lastId
    for (const entry of entries) this.#entries.set(entry.ID, entry)
  }

  list(): Entry[] {
    return [...this.#entries.values()]
  }

  get(id: number): Entry | undefined {
    return this.#entries.get(id)
  }

  named(name: string): Entry | undefined {
    return this.list().find(({ Name }) => Name === name)
  }

  create(site: Site): Entry {
    const now = new Date().toISOString()
    this.#lastId += 1
    const status: Report = { Phase: 'Pending' }
    return this.#put({ ...site, ID: this.#lastId, CreatedAt: now, UpdatedAt: now, Status: status }, true)
  }

  change(entry: Entry, changes: Partial<Entry>): Entry {
    return this.#put({ ...entry, ...changes, UpdatedAt: new Date().toISOString() }, true)
  }

  report(entry: Entry, Status: Report): void {
    const current = this.get(entry.ID)
    if (current === undefined || JSON.stringify(current.Status) === JSON.stringify(Status)) return
    this.#put({ ...current, Status }, false)
  }

  remove({ ID }: Entry): void {
    this.#entries.delete(ID)
    this.#save()
  }

  #put(entry: Entry, isDecided: boolean): Entry {
    this.#entries.set(entry.ID, entry)
    this.#save()
    if (isDecided) this.onChange()
    return entry
  }

  /** Replaces the file at once, so that a crash leaves the earlier or the later one. */
  #save(): void {
    const next = `${this.#path}.next`
    writeFileSync(next, JSON.stringify({ lastId: this.#lastId, entries: this.list() }), { flush: true })
    renameSync(next, this.#path)
  }
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
