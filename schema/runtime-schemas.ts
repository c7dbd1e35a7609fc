import { z } from 'zod'
import { reduceSchema } from './kubernetes/custom-schemas.ts'
import { isBuiltInGroup } from './kubernetes/manifest-types.ts'
import { groupOf } from './manifests.ts'
import { isApiVersion } from './names-in-paths.ts'

/* The schemas of custom resources that a cluster serves, as workers report them. */

/** The maximum number of API versions of one cluster. */
export const maxVersions = 1000

/** The maximum length of the schemas of one API version, as JSON. Larger ones are not checked. */
export const maxSchemaLength = 1_000_000

/** An API version of custom kinds that a cluster serves. The hash changes with the schemas. */
export const ServedVersion = z.object({
  apiVersion: z.string().refine((value) => isApiVersion(value) && !isBuiltInGroup(groupOf(value)), {
    error: 'must be an API version of custom kinds',
  }),
  hash: z.string().regex(/^[\w+/=.-]{1,128}$/, { error: 'must be a hash' }),
})
export type ServedVersion = z.infer<typeof ServedVersion>

/** The schemas of the kinds of an API version, by kind. */
export const VersionSchemas = ServedVersion.extend({
  kinds: z.record(z.string().regex(/^[A-Za-z][-A-Za-z0-9]{0,62}$/), z.unknown().transform(reduceSchema)),
})
export type VersionSchemas = z.infer<typeof VersionSchemas>

export const SchemaReport = z.object({
  /** All API versions that the cluster serves. */
  served: z.array(ServedVersion).max(maxVersions),
  /** The schemas of some of them. */
  schemas: z.array(VersionSchemas).max(10),
})
export type SchemaReport = z.infer<typeof SchemaReport>
