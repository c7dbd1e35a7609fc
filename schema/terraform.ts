import { z } from 'zod'
import type { Binding, SecretValues } from './dependencies/binding.ts'

/* What configurations of Terraform and OpenTofu can be: data that the API, the console and the workers share. */

/** The name of a variable or an output: https://developer.hashicorp.com/terraform/language/syntax/configuration#identifiers */
export const TerraformName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_][\w-]*$/, {
    error: 'must be a name of letters, digits, "_" and "-" that starts with a letter or "_"',
  })

/** Declares a spec field with values of variables of any type. */
export function variablesField(description: string) {
  return z.record(TerraformName, z.unknown(), { error: 'must be a map' }).optional().meta({ description })
}

/** The maximum number of characters of a configuration. */
const maxConfiguration = 1_000_000

const Module = z.strictObject({
  source: z
    .string({ error: 'must be the address of a module' })
    .min(1, 'must not be empty')
    .max(2048)
    .regex(/^(?!-)[^\s\p{Cc}"\\$%]+$/u, {
      error:
        'must be the address of a module such as "terraform-aws-modules/s3-bucket/aws" or "git::https://git.example.com/modules.git//bucket?ref=v1.2.0"',
    })
    .refine((source) => !/^\.{0,2}\//.test(source), {
      error: 'must not be a path on the machine of the workers',
    })
    .refine((source) => !/:\/\/[^/]*@/.test(source.replace(/ssh:\/\/git@/, 'ssh://')), {
      error: 'must not contain credentials',
      params: { remedy: 'Ask the operator of the workers to set QLEET_TERRAFORM_CONFIG.' },
    })
    .meta({
      description:
        'The address of the module as Terraform accepts it: in a registry, a Git repository, an archive over HTTP, or, with ' +
        'OpenTofu, an OCI registry.',
    }),
  version: z
    .string({ error: 'must be a version or a constraint; quote numbers' })
    .min(1)
    .max(200)
    .regex(/^[\w.,<>=!~ +-]+$/, {
      error: 'must be a version such as "4.2.0" or a constraint such as "~> 4.2"',
    })
    .optional()
    .meta({ description: 'The version of a module in a registry, or a constraint. Default: the newest.' }),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/, { error: 'must be "sha256:" and 64 hexadecimal digits in lower case' })
    .optional()
    .meta({
      description:
        'The expected digest of the files of the module. Others are refused. Default: those that were found first are kept until ' +
        'the definition changes.',
    }),
})

/** Fields with a configuration: its text, or a module. */
export const moduleFields = {
  configuration: z
    .string({ error: 'must be a string with a configuration' })
    .min(1, 'must not be empty')
    .max(maxConfiguration, `must have at most ${maxConfiguration} characters`)
    .optional()
    .meta({
      description:
        'The configuration, in the language of Terraform. Files of a directory may be joined. It must not contain secrets; ' +
        'instances set them as variables.',
    }),
  module: Module.optional().meta({
    description: 'The module that is the configuration. Cannot be combined with `configuration`.',
  }),
}

/** The policies for changes that a plan contains. */
export const terraformApprovals = ['automatic', 'removals', 'required'] as const

/** The prefix of the names of secret outputs, which separates them from secret spec fields. */
export const secretOutputPrefix = 'output.'

/** The outputs of a configuration as strings: text as it is, everything else as JSON. */
export type TerraformValues = Readonly<Record<string, string>>

/** Returns all outputs of a configuration, public and secret, as strings. */
export function valuesOf(
  { values = {} }: { values?: Readonly<Record<string, unknown>> | undefined },
  secrets: SecretValues,
): TerraformValues {
  const hidden = Object.entries(secrets).flatMap(([name, value]) =>
    name.startsWith(secretOutputPrefix) ? [[name.slice(secretOutputPrefix.length), value]] : [],
  )
  const shown = Object.entries(values).map(([name, value]) => [name, asText(value)])
  return Object.fromEntries([...shown, ...hidden]) as TerraformValues
}

/** Returns a value of an output as a string. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the binding of a configuration: an entry for each output. */
export function bindTerraform(
  outputs: { values?: Readonly<Record<string, unknown>> | undefined },
  secrets: SecretValues,
): Binding {
  return { type: 'terraform', entries: { provider: 'terraform', ...valuesOf(outputs, secrets) } }
}
