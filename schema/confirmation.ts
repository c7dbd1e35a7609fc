import { z } from 'zod'

/** Something that is not removed before somebody confirms it. What a newer worker says of it besides is left out. */
export const Removal = z.object({
  id: z.string().max(200).meta({ description: 'What is confirmed: this one resource, by its uid.' }),
  text: z.string().max(1000).meta({ description: 'The resource, and why it is held back.' }),
})
export type Removal = z.infer<typeof Removal>

/** Id of a confirmed removal that stands for all there are. */
export const everything = '*'

/** A removal that waits, or has been confirmed. */
export const Confirmation = z.object({
  token: z
    .string()
    .meta({ description: 'Confirms exactly this list, once. Another list has another token.' }),
  expiresAt: z.iso.datetime().meta({ description: 'After this the token is of no use.' }),
  removals: z.array(Removal).meta({ description: 'What would go.' }),
  confirmedBy: z.string().optional().meta({ description: 'Who has confirmed it; absent while it waits.' }),
})
export type Confirmation = z.infer<typeof Confirmation>
