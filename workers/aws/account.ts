import { partitionOf } from '../../schema/aws.ts'
import type { AwsAccount } from '../../schema/kinds/aws-account.ts'
import type { z } from 'zod'
import type { Client } from '../api-client.ts'
import { inheritedStatus, waitingFor, type Outcome } from '../engine/outcome.ts'
import type { Environment } from '../environment.ts'
import { GetSecretsDocument, type AccountForReconcileFragment } from '../generated/documents.ts'
import type { RegionClients } from './clients.ts'
import type { AwsCredentials } from './credentials.ts'

/** An account as reconcilers use it. */
export interface AwsAccess {
  accountId: string
  /** The region of objects that specify none. */
  defaultRegion: string
  partition: string
  /** The credentials themselves, for a process of its own. */
  credentials: AwsCredentials
  in(region: string): RegionClients
}

type AccountSpec = z.infer<(typeof AwsAccount)['spec']>

/** Returns the outcome of an object whose account is not ready; undefined when it is. */
export function unreadyAccount(account: AccountForReconcileFragment): Outcome | undefined {
  // An account that is being deleted waits for its objects, so they must not wait for it.
  if (account.ready || account.deletionRequestedAt !== null) return undefined
  const { id, kind, name, version, status } = account
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'is ready')
}

/** Returns the access to an account that another object refers to. */
export async function accessTo(
  account: AccountForReconcileFragment,
  { client, environment }: { client: Client; environment: Pick<Environment, 'aws' | 'caches'> },
): Promise<AwsAccess> {
  const { accountSecrets: cache } = environment.caches
  const key = `${account.id} ${account.version}`
  let secrets = cache.get(key)
  if (secrets === undefined) {
    const { result } = await client.execute(GetSecretsDocument, { id: account.id })
    secrets = result.secrets as Record<string, string>
    cache.set(key, secrets)
  }
  // The server has validated the spec with the schema of the kind.
  const spec = account.manifestSpec as AccountSpec
  const { externalId = '' } = (account.outputs ?? {}) as { externalId?: string }
  return accessWith({ spec, secrets, externalId }, environment)
}

/** Returns the access to an account with what it consists of. */
export function accessWith(
  {
    spec,
    secrets,
    externalId,
  }: { spec: AccountSpec; secrets: Readonly<Record<string, string>>; externalId: string },
  { aws }: Pick<Environment, 'aws'>,
): AwsAccess {
  const { accountId, defaultRegion, accessKeyId, roleArn } = spec
  const { secretAccessKey } = secrets
  const credentials: AwsCredentials = {
    accessKey:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
    roleArn,
    externalId,
  }
  return {
    accountId,
    defaultRegion,
    partition: partitionOf(defaultRegion),
    credentials,
    in: (region) => aws.of(credentials, region),
  }
}
