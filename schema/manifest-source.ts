import { z } from 'zod'

const places = ['git', 'oci', 'folder'] as const

/** Where manifests come from: exactly one place. */
export const ManifestSource = z
  .strictObject({
    git: z
      .string({ error: 'must be the address of a Git repository' })
      .max(2048, 'must have at most 2048 characters')
      .regex(/^(?:(?:https?|ssh|git|file):\/\/|[\w.-]+@[\w.-]+:)[^\s\p{Cc}]+$/u, {
        error: 'must be an address such as https://git.example.com/shop.git or git@git.example.com:shop.git',
      })
      .refine((url) => !/^https?:\/\/[^/]*@/.test(url), {
        error: 'must not contain credentials',
        params: { remedy: 'qleetctl uses those of git on your machine: set up a credential helper.' },
      })
      .optional()
      .meta({ description: 'A Git repository: its address over HTTPS or SSH.' }),
    oci: z
      .string({ error: 'must be the name of an artifact' })
      .max(2048, 'must have at most 2048 characters')
      .regex(/^[\w.-]+(:\d+)?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)+$/, {
        error:
          'must be a registry and a repository such as registry.example.com/shop/manifests, without a tag; set the tag in revision',
      })
      .optional()
      .meta({ description: 'An artifact in an OCI registry, for example `ghcr.io/example/shop-manifests`.' }),
    folder: z
      .string({ error: 'must be the path of a folder' })
      .min(1, 'must not be empty')
      .max(4096, 'must have at most 4096 characters')
      .optional()
      .meta({
        description: 'A folder on the machine of qleetctl, relative to the file with the definition.',
      }),
    revision: z
      .string({ error: 'must be a string; quote numbers' })
      .max(255, 'must have at most 255 characters')
      .regex(/^(?!-)[\w./:+@-]+$/, { error: 'must be a branch, a tag, a commit or a digest' })
      .optional()
      .meta({
        description:
          'The branch, tag or full commit of a Git repository (default: its default branch), or the tag or digest of ' +
          'an artifact (default: `latest`).',
      }),
    path: z
      .string({ error: 'must be a path' })
      .max(4096, 'must have at most 4096 characters')
      .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), {
        error: 'must be relative and stay below the root of the source',
      })
      .optional()
      .meta({
        description:
          'The file, or the folder with the manifests. A folder with a kustomization is built; of any other, all files ' +
          'with the extensions yaml, yml and json are read. Default: the root of the source.',
      }),
    resolved: z
      .string()
      .regex(/^([0-9a-f]{40}|[0-9a-f]{64}|sha256:[0-9a-f]{64})$/, {
        error: 'must be a full commit, or "sha256:" and 64 hexadecimal digits',
      })
      .optional()
      .meta({
        description:
          'The commit or digest from which the YAML was read. qleetctl sets it; if it is given without the YAML, ' +
          'exactly that commit or digest is read.',
      }),
  })
  .superRefine((source, context) => {
    const given = places.filter((place) => source[place] !== undefined)
    const one = `Set exactly one of ${places.join(', ')}.`
    if (given.length !== 1) {
      const message = given.length === 0 ? 'names no place' : `names ${given.join(' and ')}`
      context.addIssue({ code: 'custom', message, params: { remedy: one } })
    } else if (source.folder !== undefined && source.revision !== undefined) {
      const remedy = 'Remove it, or set git instead of folder.'
      const message = 'does not apply to a folder, which is read as it is'
      context.addIssue({ code: 'custom', path: ['revision'], message, params: { remedy } })
    }
  })
export type ManifestSource = z.infer<typeof ManifestSource>

/** What a source is read for: manifests of Kubernetes, or the files of a configuration of Terraform. */
export const sourceContents = ['manifests', 'configuration'] as const
export type SourceContent = (typeof sourceContents)[number]

/**
 * Declares a spec field with the source of a configuration of Terraform, which qleetctl reads like that of manifests. Only the
 * files of one folder are read.
 */
export function configurationSource(fills: string) {
  return ManifestSource.optional().meta({
    description:
      'Where the configuration comes from, instead of writing it into the definition: all `.tf` and `.tofu` files of a folder. ' +
      'qleetctl reads it once per apply, with the credentials of its user, and records the commit or digest in `resolved`. ' +
      'Requests to the API contain the configuration too.',
    fills,
    reads: 'configuration',
  })
}

/**
 * Declares a spec field with the source of manifests. qleetctl reads the source and sends its text in the field
 * `fills`, so the server and the workers never depend on a repository.
 */
export function manifestSource(fills: string) {
  return ManifestSource.optional().meta({
    description:
      'Where the YAML comes from, instead of writing it into the definition. qleetctl reads it once per apply, with the ' +
      'credentials of its user, and records the commit or digest in `resolved`. Requests to the API contain the YAML too.',
    fills,
  })
}
