import { defined } from '../../schema/defined.ts'
import { terraformParameters } from '../../schema/profiles/types.ts'
import { valuesOf, type TerraformValues } from '../../schema/terraform.ts'
import { failed, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { provideBy } from './provided.ts'

/** What an abstract object, such as a Database, needs of the configuration that its profile names. */
export interface NeededConfiguration {
  /** The parameters that the profile decided. */
  parameters: unknown
  /** What developers have asked for. The configuration gets those that it declares as variables. */
  wishes: Readonly<Record<string, unknown>>
  isGuarded: boolean
  /** The names of the outputs that the configuration must have. */
  outputs: readonly string[]
}

/** Ensures the configuration that provides an object. Resolves with its outputs as strings, or why that has to wait. */
export async function provideByTerraform(
  context: ReconcileContext,
  { parameters, wishes, isGuarded, outputs: needed }: NeededConfiguration,
): Promise<{ values: TerraformValues } | Outcome> {
  const { account, region, ...definition } = terraformParameters.parse(parameters ?? {})
  const { name, projectName } = context.object
  const provided = await provideBy(context, {
    kind: 'Terraform',
    definition: defined(definition),
    instance: {
      guard: isGuarded ? 'on' : 'off',
      optionalVariables: { name, project: projectName ?? '', ...wishes },
      ...defined({ awsAccount: account, region }),
    },
  })
  if ('outcome' in provided) return provided
  const values = valuesOf(provided.outputs, provided.secrets)
  const missing = needed.filter((output) => values[output] === undefined)
  if (missing.length === 0) return { values }
  const message = `The configuration that its profile names has no output ${missing.join(', ')}. Add them to it.`
  return failed({ reason: 'MissingOutputs', message, blocked: true }, { retryable: false })
}
