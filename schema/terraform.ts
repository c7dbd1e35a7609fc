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

/** The policies for changes that a plan contains. */
export const terraformApprovals = ['automatic', 'removals', 'required'] as const
export type TerraformApproval = (typeof terraformApprovals)[number]

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
