import type { z } from 'zod'
import type { AzureAccount } from '../../schema/kinds/azure-account.ts'
import type { Client } from '../api-client.ts'
import { secretsOf } from '../clouds/account.ts'
import type { Environment } from '../environment.ts'
import type { AzureAccountForReconcileFragment } from '../generated/documents.ts'
import type { AzureClient } from './clients.ts'

/** An account as reconcilers use it. */
export interface AzureAccess extends AzureClient {
  subscriptionId: string
  /** The region of objects that specify none. */
  defaultRegion: string
}

type AccountSpec = z.infer<(typeof AzureAccount)['spec']>

/** Returns the access to an account that another object refers to. */
export async function accessTo(
  account: AzureAccountForReconcileFragment,
  { client, environment }: { client: Client; environment: Pick<Environment, 'azure' | 'caches'> },
): Promise<AzureAccess> {
  const secrets = await secretsOf(account, { client, environment })
  // The server has validated the spec with the schema of the kind.
  return accessWith({ spec: account.manifestSpec as AccountSpec, secrets }, environment)
}

/** Returns the access to an account with what it consists of. */
export function accessWith(
  { spec, secrets }: { spec: AccountSpec; secrets: Readonly<Record<string, string>> },
  { azure }: Pick<Environment, 'azure'>,
): AzureAccess {
  const { subscriptionId, tenantId, clientId, defaultRegion } = spec
  const { clientSecret } = secrets
  return { ...azure.of({ subscriptionId, tenantId, clientId, clientSecret }), subscriptionId, defaultRegion }
}
