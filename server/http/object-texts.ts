import { LRUCache } from 'lru-cache'
import type { ObjectStamp } from '../../schema/graphql/store-queries.ts'

/** The most bytes of all texts together, and of one. */
const maxSize = 16 * 1024 * 1024
const maxEntrySize = 64 * 1024

/**
 * The encoded JSON of objects in one or several forms, as long as they do not change. Clients read the same lists again and again, and what
 * most of a list costs is to read and to write objects that are as they were.
 */
export class ObjectTexts {
  readonly #texts = new LRUCache<string, { stamp: string; text: Buffer }>({
    maxSize,
    maxEntrySize,
    sizeCalculation: ({ stamp, text }, key) => key.length + stamp.length + text.length,
  })

  /** Returns the text of an object in a state, if there is one. */
  get({ id, stamp }: ObjectStamp, form = ''): Buffer | undefined {
    const known = this.#texts.get(`${form} ${id}`)
    return known?.stamp === stamp ? known.text : undefined
  }

  /** Stores the text of an object in a state or in a later one, of which the next list has another stamp. */
  set({ id, stamp }: ObjectStamp, text: Buffer, form = ''): void {
    this.#texts.set(`${form} ${id}`, { stamp, text })
  }
}
