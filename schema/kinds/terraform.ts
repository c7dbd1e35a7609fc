import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { configurationSource, type ManifestSource } from '../manifest-source.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { profileFields } from '../profiles/fields.ts'
import { terraformPrefix } from '../profiles/terraform-types.ts'
import {
  bindTerraform,
  moduleFields,
  TerraformName,
  terraformApprovals,
  variablesField,
} from '../terraform.ts'
import { regionField } from './aws-account.ts'
import { terraformOperations } from '../operations/terraform.ts'
import { defineKind, reference, secret, secretMap, type SpecProblem } from './kind.ts'

const sources = ['configuration', 'module', 'type'] as const

function checkDefinition(spec: Partial<Record<(typeof sources)[number], unknown>>): SpecProblem[] {
  const [first, second] = sources.filter((field) => spec[field] !== undefined)
  const remedy = `Set exactly one of ${sources.join(', ')}.`
  if (first === undefined) return [{ path: 'configuration', code: 'REQUIRED', message: 'is missing', remedy }]
  if (second === undefined) return []
  return [{ path: second, code: 'FORBIDDEN', message: `cannot be combined with ${first}`, remedy }]
}

interface Origin {
  type?: string | undefined
  module?: { source: string; version?: string | undefined } | undefined
  source?: ManifestSource | undefined
}

/** Returns where a configuration comes from, in a few words. */
function originOf({ type, module, source }: Origin): string {
  if (type !== undefined) return `type ${type}`
  if (module !== undefined) return [module.source, module.version ?? []].flat().join(' ')
  const { git, oci, folder, path } = source ?? {}
  const place = git ?? oci ?? folder
  return place === undefined ? 'the definition' : [place, path ?? []].flat().join(' ')
}

export const TerraformDefinition = defineKind({
  kind: 'TerraformDefinition',
  plural: 'terraformDefinitions',
  description:
    'A configuration of Terraform or OpenTofu: its text, or a module. An edit is planned and applied for all instances.',
  aliases: ['tfd'],
  spec: z.strictObject({
    ...moduleFields,
    source: configurationSource('configuration'),
    type: z
      .string({ error: 'must be a string' })
      .max(100)
      .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, {
        error:
          'must contain only lower case letters, digits and "-", and start and end with a letter or digit',
      })
      .optional()
      .meta({
        description:
          'A type of dependencies that the platform team has added, such as `cache`: a profile of type `Terraform/cache` decides ' +
          'which configuration that is. Cannot be combined with `configuration` and `module`.',
        filterable: true,
      }),
    variables: variablesField('The values of variables, of any type. Values of an instance take precedence.'),
    timeoutMinutes: z
      .int()
      .min(1)
      .max(1440)
      .default(60)
      .meta({ description: 'The minutes after which a run is stopped, as by Ctrl+C.' }),
    ...profileFields,
    provider: z
      .literal('terraform', { error: 'must be terraform' })
      .optional()
      .meta({ description: 'Who provides a `type`. Default: as the profile decides.' }),
    rollout: definitionRollout(),
  }),
  check: checkDefinition,
  profiled: ({ type }) => (typeof type === 'string' ? `${terraformPrefix}${type}` : undefined),
  examples: [
    {
      configuration:
        'variable "name" {\n  type    = string\n  default = "shop"\n}\n\nresource "terraform_data" "shop" {\n  input = var.name\n}\n\noutput "name" {\n  value = terraform_data.shop.output\n}\n',
      timeoutMinutes: 60,
    },
    {
      configuration:
        'variable "name" {\n  type    = string\n  default = "shop"\n}\n\nresource "terraform_data" "shop" {\n  count = 2\n  input = var.name\n}\n',
      variables: { name: 'store' },
      timeoutMinutes: 30,
    },
  ],
  outputs: z.strictObject({
    from: z.string().meta({
      description:
        'Where the configuration comes from: a module, a source, a type, or the definition itself.',
    }),
  }),
  columns: [
    { header: 'FROM', path: 'status.outputs.from' },
    { header: 'PROFILE', path: 'spec.profile', wide: true },
  ],
  reconciled: false,
  derive: (spec) => ({ from: originOf(spec) }),
  rest: {
    path: 'terraform-definitions',
    fields: { configuration: 'ConfigDir' },
    inert: { TierID: inertOfDefinitions.TierID },
    associations: ['TerraformInstances'],
  },
})

interface InstanceSpec {
  variables?: Readonly<Record<string, unknown>> | undefined
  secretVariables?: Readonly<Record<string, string>> | undefined
  environment?: Readonly<Record<string, string>> | undefined
}

/** Environment variables that runs set themselves, or that would change which programs they run. */
const reservedVariable = /^(TF_|LD_|DYLD_|PATH$|HOME$|TMPDIR$|CHECKPOINT_DISABLE$)/

function checkInstance({
  variables = {},
  secretVariables = {},
  environment = {},
}: InstanceSpec): SpecProblem[] {
  const names = Object.keys(secretVariables)
  return [
    ...names
      .filter((name) => !TerraformName.safeParse(name).success)
      .map((name): SpecProblem => {
        const message = 'is not a name of a variable'
        return {
          path: `secretVariables.${name}`,
          code: 'INVALID',
          message,
          remedy: 'Use letters, digits, "_" and "-".',
        }
      }),
    ...names
      .filter((name) => Object.hasOwn(variables, name))
      .map((name): SpecProblem => {
        const message = 'is in variables as well'
        return { path: `secretVariables.${name}`, code: 'DUPLICATE', message, remedy: 'Keep one of them.' }
      }),
    ...Object.keys(environment)
      .filter((name) => !/^[A-Za-z_]\w*$/.test(name) || reservedVariable.test(name))
      .map((name): SpecProblem => {
        const isReserved = reservedVariable.test(name)
        const message = isReserved ? 'is set by QleetOS' : 'is not a name of an environment variable'
        const remedy = isReserved
          ? 'Remove it; set variables of the configuration in secretVariables.'
          : 'Rename it.'
        return { path: `environment.${name}`, code: isReserved ? 'FORBIDDEN' : 'INVALID', message, remedy }
      }),
  ]
}

const changeText = z.array(z.string()).optional()

export const TerraformInstance = defineKind({
  kind: 'TerraformInstance',
  plural: 'terraformInstances',
  description:
    'A configuration of Terraform or OpenTofu that is applied, with its variables. Its state is stored encrypted by the control ' +
    'plane.',
  aliases: ['tfi', 'tf'],
  spec: z.strictObject({
    definition: reference('TerraformDefinition', 'The definition with the configuration.'),
    awsAccount: reference(
      'AwsAccount',
      'The account of AWS whose credentials the configuration gets. Default: none.',
    ).optional(),
    region: regionField('The region for the provider of AWS. Default: that of the account.').optional(),
    variables: variablesField(
      'The values of variables, of any type. A variable that the configuration does not declare is an error.',
    ),
    optionalVariables: variablesField(
      'The values of variables that are passed only if the configuration declares them.',
    ),
    secretVariables: secretMap(
      'The secret values of variables, by name: text, or JSON for other types. They are stored encrypted and returned as ' +
        'placeholders.',
    ).optional(),
    varsDocument: secret(
      'Values of variables as the text of a `.tfvars` file. It is stored encrypted. The other fields take precedence.',
    ).optional(),
    environment: secretMap(
      'Environment variables with credentials of providers, by name. The configuration gets no others.',
    ).optional(),
    approval: z
      .enum(terraformApprovals, { error: 'must be automatic, removals or required' })
      .optional()
      .meta({
        description:
          'The plans that wait for a confirmation: none (`automatic`), those that delete or replace resources (`removals`, the ' +
          'default), or all (`required`). Exactly the confirmed plan is applied.',
        enumName: 'TerraformApproval',
        enumDescription: 'The plans that wait for a confirmation.',
        enumDescriptions: [
          'No plan waits for a confirmation.',
          'Plans that delete or replace resources wait for a confirmation.',
          'All plans wait for a confirmation.',
        ],
        filterable: true,
      }),
    drift: z
      .enum(['correct', 'report', 'off'], { error: 'must be correct, report or off' })
      .optional()
      .meta({
        description:
          'The reaction to resources that differ from the configuration although it has not changed: revert them, as `approval` ' +
          'allows (`correct`, the default), only report them (`report`), or plan no more (`off`).',
        enumName: 'TerraformDrift',
        enumDescription: 'The reactions to drift of resources of Terraform.',
        enumDescriptions: [
          'Drift is reverted.',
          'Drift is reported but not reverted.',
          'No plans look for drift.',
        ],
        filterable: true,
      }),
    planIntervalMinutes: z
      .int()
      .min(5)
      .max(10_080)
      .default(60)
      .meta({ description: 'The minutes between two plans that look for drift.' }),
    guard: guardFields.guard,
  }),
  guard: 'guard',
  check: checkInstance,
  examples: [
    { guard: 'off', approval: 'automatic', planIntervalMinutes: 60 },
    { guard: 'off', approval: 'automatic', variables: { name: 'shop-2' }, planIntervalMinutes: 30 },
  ],
  outputs: z.strictObject({
    values: z
      .record(TerraformName, z.unknown())
      .optional()
      .meta({ description: 'The outputs of the configuration that are not sensitive, by name.' }),
    secretValues: z
      .array(z.string())
      .optional()
      .meta({ description: 'The names of the sensitive outputs, whose values only bindings contain.' }),
    resources: z.int().meta({ description: 'The number of resources in the state.' }),
    plan: changeText.meta({ description: 'The changes of a plan that waits for a confirmation.' }),
    drift: changeText.meta({ description: 'The changes that would revert drift that is only reported.' }),
    program: z
      .string()
      .optional()
      .meta({ description: 'The program of the last run with its version, such as `Terraform 1.14.3`.' }),
    moduleDigest: z
      .string()
      .optional()
      .meta({ description: 'The digest of the files of the module. Absent without a module.' }),
    isolation: z.string().optional().meta({
      description:
        'The isolation of the last run from the machine of the worker: `namespaces`, or `none` where that offers none.',
    }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'ACCOUNT', path: 'spec.awsAccount' },
    { header: 'RESOURCES', path: 'status.outputs.resources' },
    { header: 'PLAN', path: 'status.outputs.plan' },
    { header: 'DRIFT', path: 'status.outputs.drift', wide: true },
    { header: 'PROGRAM', path: 'status.outputs.program', wide: true },
  ],
  reconciled: true,
  operations: terraformOperations,
  pair: { name: 'Terraform', definition: 'TerraformDefinition' },
  dependency: { bind: bindTerraform },
  immutable: ['awsAccount'],
  rest: {
    path: 'terraform-instances',
    always: ['AwsAccountID'],
    filterAliases: { workloaddefinitionid: 'TerraformDefinitionID' },
    inert: {
      StateDocument: { type: 'string', description: 'The state, which only runs and backups contain.' },
      Outputs: {
        type: 'string',
        description: 'The outputs, which the current API has as `status.outputs.values`.',
      },
    },
  },
})

export const kinds = [TerraformDefinition, TerraformInstance]
