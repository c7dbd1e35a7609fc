import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { builder } from './builder.ts'

/** The interface of all kinds, for fields that return objects. `object.ts` implements it. */
export const ObjectType = builder.interfaceRef<StoredObject>('ManagedObject')
