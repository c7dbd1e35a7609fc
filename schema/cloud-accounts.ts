import { z } from 'zod'

/* What accounts of all clouds have in common. */

/** Declares the output with what the credentials of an account do not allow. @param example One of these permissions */
export function missingPermissionsOutput(example: string) {
  return z
    .array(z.string())
    .optional()
    .meta({
      description: `The actions that objects may need but the credentials do not allow, for example \`${example}\`.`,
    })
}

/** Declares the output with the resources that belong to no object. @param global What has no region, with its article */
export function orphansOutput({ global, scope }: { global: string; scope: string }) {
  return z
    .array(
      z
        .strictObject({
          resource: z.string().meta({ description: 'The type and the name of the resource.' }),
          region: z.string().meta({ description: `The region of the resource; \`global\` for ${global}.` }),
          object: z.string().meta({ description: 'The object that it belonged to, by its tags.' }),
          createdAt: z.iso
            .datetime()
            .optional()
            .meta({ description: 'The time at which the resource was created. Null if it is unknown.' }),
          monthlyCost: z.int().optional().meta({
            description:
              'What the resource costs a month, in US dollars, as a rough estimate. Null if it is unknown.',
          }),
        })
        .meta({ description: 'A resource with the tags of this control plane that belongs to no object.' }),
    )
    .optional()
    .meta({
      description:
        'The resources that carry the tags of this control plane but belong to none of its objects. ' +
        `${scope}, and a resource is listed once two looks have found it.`,
    })
}

/** Declares the spec field of the default account of a project. */
export function defaultAccountField() {
  return z
    .boolean()
    .default(false)
    .meta({
      description:
        'Indicates whether the account is the default for objects that specify none. At most one account of a ' +
        'project can be the default.',
      filterable: true,
    })
}
