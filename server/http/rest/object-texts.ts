import { LRUCache } from 'lru-cache'
import type { ObjectStamp, ObjectView } from '../../../schema/graphql/store-queries.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { restFields } from './fields.ts'

/** The most characters of all texts together, and of one. */
const maxSize = 16 * 1024 * 1024
const maxEntrySize = 64 * 1024

/**
 * The JSON of objects in the legacy API, as long as they do not change. Controllers read the same lists again and again, and what
 * most of a list costs is to read and to write objects that are as they were.
 */
export class ObjectTexts {
  readonly #texts = new LRUCache<bigint, { stamp: string; text: string }>({
    maxSize,
    maxEntrySize,
    sizeCalculation: ({ stamp, text }) => stamp.length + text.length,
  })

  /** Returns the text of an object in a state, if there is one. */
  get({ id, stamp }: ObjectStamp): string | undefined {
    const known = this.#texts.get(id)
    return known?.stamp === stamp ? known.text : undefined
  }

  /** Stores the text of an object in a state or in a later one. */
  set({ id, stamp }: ObjectStamp, text: string): void {
    this.#texts.set(id, { stamp, text })
  }
}

/** Reports whether the fields of a kind show nothing but the object itself. */
export function showsOnlyItself(kind: Kind): boolean {
  return restFields(kind).every(({ from }) => from !== 'owned')
}

/** Reports whether an object is shown as it is until it changes: a confirmation expires. */
export function isLasting({ confirmation }: ObjectView): boolean {
  return confirmation === null
}
