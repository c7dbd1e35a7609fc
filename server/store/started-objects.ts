import type { StoredObject } from '../../prisma/client.ts'

/** The reconciles that are remembered: more than a server starts within the time that one takes. */
const remembered = 1000

/** The columns on which a report depends. */
export const reportedColumns = [
  'kind',
  'name',
  'epoch',
  'generation',
  'observedGeneration',
  'triggers',
  'ready',
  'stalled',
  'status',
  'confirmation',
  'secretOutputs',
] as const

/** What a report depends on in the row of its object. */
export type Reported = Pick<StoredObject, 'id' | (typeof reportedColumns)[number]>

/**
 * The objects of reconciles that this server has started, as they were then, without their specs, which may be large. Their reports,
 * most of which arrive at the same server, need not read them to foresee what they change.
 */
export class StartedObjects {
  readonly #objects = new Map<bigint, Reported>()

  remember(object: StoredObject): void {
    this.#objects.delete(object.id)
    const columns = reportedColumns.map((column) => [column, object[column]])
    this.#objects.set(object.id, { id: object.id, ...Object.fromEntries(columns) } as Reported)
    if (this.#objects.size <= remembered) return
    const [oldest] = this.#objects.keys()
    if (oldest !== undefined) this.#objects.delete(oldest)
  }

  /** Returns the object of a reconcile, once; undefined if it is unknown here. */
  take(id: bigint, epoch: number): Reported | undefined {
    const object = this.#objects.get(id)
    if (object?.epoch !== epoch) return undefined
    this.#objects.delete(id)
    return object
  }
}

/** Returns the SQL of {@link reportedColumns} of a row `object`, without their values unless a condition holds. */
export function reportedIf(condition: string): string {
  return reportedColumns
    .map((column) => `CASE WHEN ${condition} THEN object."${column}" END AS "${column}"`)
    .join(', ')
}
