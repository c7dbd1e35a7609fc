import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { TerraformDefinition, type TerraformInstance } from '../../schema/kinds/terraform.ts'
import { terraformParameters } from '../../schema/profiles/types.ts'
import { defined } from '../../schema/defined.ts'
import { accessTo } from '../aws/account.ts'
import { unreadyAccount } from '../clouds/account.ts'
import { awsOutcome } from '../aws/errors.ts'
import type { Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import type { Job } from './job.ts'
import type { NewRun } from './runner.ts'

/* What a run is started with, from an instance and its definition. */

export type TerraformSpec = z.infer<(typeof TerraformInstance)['spec']>

/** Returns the spec of an instance, which the server has validated. */
export function specOf({ object }: ReconcileContext): TerraformSpec {
  return object.manifestSpec as TerraformSpec
}

type DefinitionSpec = z.infer<(typeof TerraformDefinition)['spec']>

/** The configuration of an instance, with the variables that all of its instances share. */
type Configuration = Pick<DefinitionSpec, 'configuration' | 'module' | 'variables' | 'timeoutMinutes'>

function configurationOf({ object }: ReconcileContext): Configuration {
  const { definition } = objectAs(object, 'TerraformInstance')
  const spec = TerraformDefinition.spec.parse(referenced(definition).manifestSpec)
  const { configuration, module, variables, timeoutMinutes, type, parameters } = spec
  if (type === undefined) return { configuration, module, variables, timeoutMinutes }
  const decided = terraformParameters.parse(parameters ?? {})
  return { ...decided, variables: { ...variables, ...decided.variables }, timeoutMinutes }
}

/** The fields of an instance whose change does not change what is applied. */
const policies = new Set(['approval', 'drift', 'planIntervalMinutes', 'guard', 'definition'])

/** Returns a digest of everything that decides what is applied. */
export function inputsOf(context: ReconcileContext): string {
  const { configuration, module, variables } = configurationOf(context)
  const own = Object.entries(specOf(context)).filter(([field]) => !policies.has(field))
  const values = [
    { configuration, module, variables },
    own.toSorted(byName),
    givenSecrets(context).toSorted(byName),
  ]
  return createHmac('sha256', context.digestKey).update(JSON.stringify(values)).digest('hex').slice(0, 32)
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}

/** Returns the secret fields of the spec, without the secrets among the outputs. */
function givenSecrets({ secrets }: ReconcileContext): [name: string, value: string][] {
  return Object.entries(secrets).filter(([name]) => name === 'varsDocument' || name.includes('/'))
}

function mapOf(context: ReconcileContext, field: string): Record<string, string> {
  const entries = givenSecrets(context).flatMap(([name, value]) =>
    name.startsWith(`${field}/`) ? [[name.slice(field.length + 1), value]] : [],
  )
  return Object.fromEntries(entries) as Record<string, string>
}

/** What a reconcile decides about the next run. */
export type Decided = Pick<
  Job,
  'run' | 'destroys' | 'plansOnly' | 'approvedPlan' | 'lockFile' | 'moduleDigest'
>

/** Returns what a run needs; an outcome while its account is not ready. */
export async function jobOf(
  context: ReconcileContext,
  environment: Environment,
  decided: Decided,
): Promise<NewRun | Outcome> {
  const account = await accountEnvironment(context, environment)
  if ('outcome' in account) return account
  const { object, digestKey } = context
  const { configuration, module, variables: shared = {}, timeoutMinutes } = configurationOf(context)
  const { variables = {}, optionalVariables = {}, approval = 'removals' } = specOf(context)
  const { varsDocument } = context.secrets
  const secretVariables = mapOf(context, 'secretVariables')
  const named = mapOf(context, 'environment')
  return {
    ...decided,
    object: { id: object.id, kind: object.kind, name: object.name, project: object.projectName ?? '' },
    ...(configuration !== undefined && { configuration }),
    ...(module !== undefined && { module }),
    ...(varsDocument !== undefined && { varsDocument }),
    variables: { ...shared, ...variables },
    optionalVariables,
    secretVariables,
    environment: { ...account.environment, ...named },
    ...defined({ role: account.role }),
    secrets: [...givenSecrets(context).map(([, value]) => value), ...account.secrets],
    digestKey: digestKey.toString('base64'),
    approval,
    timeoutMinutes,
  }
}

interface AccountEnvironment {
  environment: Record<string, string>
  role?: NewRun['role']
  secrets: string[]
}

/** Returns the credentials of the account that the instance names: an access key as environment variables, or a role. */
async function accountEnvironment(
  context: ReconcileContext,
  environment: Environment,
): Promise<AccountEnvironment | Outcome> {
  const { awsAccount: account } = objectAs(context.object, 'TerraformInstance')
  if (account === null) return { environment: {}, secrets: [] }
  const waiting = unreadyAccount(account)
  if (waiting !== undefined) return waiting
  try {
    const access = await accessTo(account, { client: context.client, environment })
    const region = specOf(context).region ?? access.defaultRegion
    // Fails here rather than in the run if the role cannot be assumed.
    const { accessKeyId, secretAccessKey } = await access.in(region).credentials()
    const { roleArn, externalId, accessKey } = access.credentials
    if (roleArn !== undefined)
      return {
        environment: {},
        role: { roleArn, externalId, region, ...defined({ accessKey }) },
        secrets: accessKey === undefined ? [] : [accessKey.secretAccessKey],
      }
    return {
      environment: {
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_REGION: region,
      },
      secrets: [secretAccessKey],
    }
  } catch (error) {
    context.signal.throwIfAborted()
    return awsOutcome(error)
  }
}
