import type { z } from 'zod'
import type { GcpAccount } from '../../schema/kinds/gcp-account.ts'
import type { Client } from '../api-client.ts'
import { secretsOf } from '../clouds/account.ts'
import type { Environment } from '../environment.ts'
import type { GcpAccountForReconcileFragment } from '../generated/documents.ts'
import type { GcpClient } from './clients.ts'

/** An account as reconcilers use it. */
export interface GcpAccess extends GcpClient {
  projectId: string
  /** The region of objects that specify none. */
  defaultRegion: string
}

type AccountSpec = z.infer<(typeof GcpAccount)['spec']>

/** Returns the access to an account that another object refers to. */
export async function accessTo(
  account: GcpAccountForReconcileFragment,
  { client, environment }: { client: Client; environment: Pick<Environment, 'gcp' | 'caches'> },
): Promise<GcpAccess> {
  const secrets = await secretsOf(account, { client, environment })
  // The server has validated the spec with the schema of the kind.
  return accessWith({ spec: account.manifestSpec as AccountSpec, secrets }, environment)
}

/** Returns the access to an account with what it consists of. */
export function accessWith(
  { spec, secrets }: { spec: AccountSpec; secrets: Readonly<Record<string, string>> },
  { gcp }: Pick<Environment, 'gcp'>,
): GcpAccess {
  const { projectId, defaultRegion, serviceAccount, workloadIdentityProvider } = spec
  const { serviceAccountKey } = secrets
  return {
    ...gcp.of({ serviceAccountKey, serviceAccount, workloadIdentityProvider }),
    projectId,
    defaultRegion,
  }
}
