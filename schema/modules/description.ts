import { z } from 'zod'

/*
 * What the API server of a module says of itself, so that clients can list, print and write objects of its kinds without knowing
 * them. A module without such a description is reached by its paths all the same.
 */

/** The path of the description at the API server of a module. */
export const descriptionPath = '/.well-known/qleetos-module'

/** The maximum size of a description in bytes. */
export const maxDescriptionBytes = 256 * 1024

const text = (max: number) => z.string().min(1).max(max)

const Column = z.object({
  header: text(40)
    .regex(/^[A-Z0-9][A-Z0-9 ]*$/)
    .meta({ description: 'The header in capitals.' }),
  path: text(200)
    .regex(/^\w+(\.\w+)*$/)
    .meta({ description: 'The path of the value within an entry, for example `Status` or `Database.Host`.' }),
  wide: z.boolean().optional().meta({ description: 'Indicates whether only wide tables have the column.' }),
})

export const ModuleKind = z
  .object({
    kind: text(60)
      .regex(/^[A-Z][A-Za-z0-9]*$/)
      .meta({ description: 'The name of the kind, for example `WordpressInstance`.' }),
    plural: text(60)
      .regex(/^[a-z][a-z0-9-]*$/)
      .meta({ description: 'The plural on the command line, for example `wordpress-instances`.' }),
    aliases: z
      .array(text(30).regex(/^[a-z][a-z0-9-]*$/))
      .max(10)
      .optional()
      .meta({ description: 'Further names on the command line.' }),
    description: text(1000).meta({ description: 'What the kind is, in a sentence.' }),
    path: text(64).meta({
      description: 'The path of its list, which is a route of the module or below one.',
    }),
    columns: z.array(Column).max(20).default([]).meta({ description: 'The columns of tables.' }),
    schema: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'The JSON Schema of the fields of an entry.' }),
  })
  .meta({ description: 'A kind of objects of the module.' })
export type ModuleKind = z.infer<typeof ModuleKind>

/** Unknown fields are ignored, so that modules may follow a later release. */
export const ModuleDescription = z.object({
  description: text(1000).optional(),
  version: text(100).optional(),
  /** A path that responds with a status below 400 while the module works. */
  health: text(200)
    .regex(/^\/[!-~]*$/)
    .optional(),
  kinds: z.array(ModuleKind).max(50).default([]),
})
export type ModuleDescription = z.infer<typeof ModuleDescription>
