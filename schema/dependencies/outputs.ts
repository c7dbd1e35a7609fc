import { z } from 'zod'

/** The output of an application about its dependencies, for the outputs of its kind. */
export const dependenciesOutput = z
  .array(
    z.strictObject({
      name: z.string().meta({ description: 'The name of the dependency.' }),
      kind: z.string().meta({ description: 'The kind of the object that provides it.' }),
      object: z.string().meta({ description: 'The name of the object that provides it.' }),
      ready: z.boolean().meta({ description: 'Indicates whether the object is ready.' }),
      binding: z.string().optional().meta({
        description: 'The Secret with the binding. Absent until the outputs of the object are complete.',
      }),
      urls: z
        .array(z.string())
        .optional()
        .meta({ description: 'The URLs of a gateway. Absent for other kinds, and until they are known.' }),
      restartDue: z
        .boolean()
        .optional()
        .meta({
          description:
            'Indicates whether pods use an earlier binding until they are restarted. Set for a dependency with the rollout ' +
            '`manual`.',
        }),
    }),
  )
  .optional()
  .meta({ description: 'The dependencies of the application.' })
