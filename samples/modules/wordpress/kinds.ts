import { z } from 'zod'

/* The kinds of the module, declared once: routes, validation and what clients know of them follow from this. */

const count = z
  .int({ error: 'must be a number of pods' })
  .min(1, 'must be at least 1')
  .max(20, 'must be at most 20')

/** What users decide about a site. */
export const Site = z.strictObject({
  Name: z
    .string({ error: 'must be a string' })
    .regex(/^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$/, {
      error: 'must be a name of lower case letters, digits and "-"',
    })
    .meta({ description: 'The name of the site.' }),
  Replicas: count.default(1).meta({ description: 'The number of pods.' }),
  Image: z
    .string({ error: 'must be a string' })
    .min(1, 'must not be empty')
    .default('wordpress:6.8-apache')
    .meta({ description: 'The container image.' }),
  StorageGb: z
    .int({ error: 'must be a number of gigabytes' })
    .min(1, 'must be at least 1')
    .default(10)
    .meta({ description: 'The size of the database in gigabytes.' }),
})
export type Site = z.infer<typeof Site>

/** What the module reports about a site. */
export const Report = z.object({
  Phase: z.string().meta({ description: 'The phase of its workload, such as `Ready`.' }),
  Cause: z.string().optional().meta({ description: 'Why it is not ready.' }),
  URL: z.string().optional().meta({ description: 'The address of the site.' }),
})
export type Report = z.infer<typeof Report>

/** The path of the list of sites, which is a route of the module. */
export const sitesPath = '/wordpress-example-com/v0/wordpress-sites'

/** What the module says of itself at `/.well-known/qleetos-module`. */
export const description = {
  description: 'Sites of WordPress, each with a database and an address.',
  version: '1.0.0',
  health: '/healthz',
  kinds: [
    {
      kind: 'WordpressSite',
      plural: 'wordpress-sites',
      aliases: ['wps'],
      description: 'A site of WordPress with a database and an address.',
      path: sitesPath,
      columns: [
        { header: 'PHASE', path: 'Status.Phase' },
        { header: 'URL', path: 'Status.URL' },
        { header: 'REPLICAS', path: 'Replicas' },
        { header: 'IMAGE', path: 'Image', wide: true },
      ],
      schema: z.toJSONSchema(Site, { io: 'input' }),
    },
  ],
}
