import type { StoredObject } from '../../prisma/client.ts'

/** The reconciles that are remembered: more than a server starts within the time that one takes. */
const remembered = 1000

/**
 * The objects of reconciles that this server has started, as they were then. Their reports, most of which arrive at the same server,
 * need not read them to foresee what they change.
 */
export class StartedObjects {
  readonly #objects = new Map<bigint, StoredObject>()

  remember(object: StoredObject): void {
    this.#objects.delete(object.id)
    this.#objects.set(object.id, object)
    if (this.#objects.size <= remembered) return
    const [oldest] = this.#objects.keys()
    if (oldest !== undefined) this.#objects.delete(oldest)
  }

  /** Returns the object of a reconcile, once; undefined if it is unknown here. */
  take(id: bigint, epoch: number): StoredObject | undefined {
    const object = this.#objects.get(id)
    if (object?.epoch !== epoch) return undefined
    this.#objects.delete(id)
    return object
  }
}
