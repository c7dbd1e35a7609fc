import type { Tables } from './tables.ts'

/* The statements of server/store/runtime-schemas.ts. No cluster of the simulation serves custom kinds. */

export const schemaStatements = {
  'store-schemas': ({ objects }: Tables, [objectId, epoch, served]: [bigint, number, string[]]) =>
    objects.get(objectId)?.epoch === epoch ? [{ missing: served }] : [],

  'find-any-schema': () => [],
}
