import type { fromTokenFile } from '@aws-sdk/credential-providers'
import { AwsBlocked } from './errors.ts'

/** The credentials of an account, as its spec and its secrets have them. */
export interface AwsCredentials {
  accessKey?: { accessKeyId: string; secretAccessKey: string } | undefined
  roleArn?: string | undefined
  /** The external ID, which is also the name of the session of an assumed role. */
  externalId: string
}

type CredentialProvider = ReturnType<typeof fromTokenFile>

/** The identity of a worker: a token that its platform issues, or what the AWS SDK finds in its environment. */
export type AwsIdentity = { tokenFile: string } | 'environment'

/**
 * Returns the provider of credentials: the access key itself, or a role that is assumed with the key or the identity of the worker.
 * Without an access key, a role is required: whoever may create accounts must not act as the worker itself.
 */
export async function credentialsOf(
  { identity, endpoint }: { identity?: AwsIdentity | undefined; endpoint?: string | undefined },
  { accessKey, roleArn, externalId }: AwsCredentials,
  region: string,
): Promise<CredentialProvider> {
  if (roleArn === undefined) {
    if (accessKey === undefined) throw new AwsBlocked('NoCredentials', noCredentials)
    return async () => accessKey
  }
  const providers = await import('@aws-sdk/credential-providers')
  const clientConfig = { region, ...(endpoint === undefined ? {} : { endpoint }) }
  const role = { roleArn, roleSessionName: externalId.slice(0, 64) }
  if (accessKey === undefined && identity === undefined) throw new AwsBlocked('NoIdentity', noIdentity)
  if (accessKey === undefined && typeof identity === 'object')
    return providers.fromTokenFile({ ...role, webIdentityTokenFile: identity.tokenFile, clientConfig })
  return providers.fromTemporaryCredentials({
    masterCredentials: accessKey ?? providers.fromNodeProviderChain({ clientConfig }),
    params: { RoleArn: roleArn, RoleSessionName: role.roleSessionName, ExternalId: externalId },
    clientConfig,
  })
}

const noCredentials =
  'It has neither an access key nor a role. Set spec.accessKeyId and spec.secretAccessKey, or spec.roleArn.'

const noIdentity =
  'It has a role but no access key, and the workers have no identity with which accounts may assume roles. Set ' +
  'spec.accessKeyId and spec.secretAccessKey, or ask the operator of the workers to set QLEET_AWS_IDENTITY.'
