import { allKinds } from '../../../../schema/kinds/index.ts'
import type { Collection } from './collection.ts'
import { documentCollections } from './documents.ts'
import { eventCollections, events } from './events.ts'
import { nestedCollections } from './nested-lists.ts'
import { attachedObjectReferences } from './references.ts'
import { resourceCollections } from './resources.ts'

/** All collections: those of every kind, and those that kinds declare. */
export const collections: readonly Collection[] = [
  attachedObjectReferences,
  events,
  ...eventCollections(),
  ...resourceCollections(),
  ...allKinds.flatMap(documentCollections),
  ...allKinds.flatMap(nestedCollections),
]
