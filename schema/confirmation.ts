import { z } from 'zod'

/** A removal that requires a confirmation. Unknown fields of newer workers are ignored. */
export const Removal = z.object({
  id: z.string().max(200).meta({
    format: 'id',
    description: 'The ID of the removal, which identifies the resource by its UID.',
  }),
  text: z
    .string()
    .max(1000)
    .meta({ description: 'The resource, and why its removal requires a confirmation.' }),
})
export type Removal = z.infer<typeof Removal>

/** The start of the IDs of the changes of a plan, which are confirmed like removals. */
export const plannedPrefix = 'plan '

/** The ID that confirms all removals of an object. */
export const everything = '*'

/** The ID that confirms all removals of an object, and of what it owns. */
export const everythingOwned = '**'

/** A list of removals that waits for a confirmation or has been confirmed. */
export const Confirmation = z.object({
  token: z
    .string()
    .meta({ description: 'The token to pass to `confirmRemoval`. It confirms exactly this list, once.' }),
  expiresAt: z.iso.datetime().meta({ description: 'The time at which the token expires.' }),
  removals: z.array(Removal).meta({ description: 'The removals to confirm.' }),
  confirmedBy: z
    .string()
    .optional()
    .meta({ description: 'The actor that confirmed the removals. Null until then.' }),
})
export type Confirmation = z.infer<typeof Confirmation>
