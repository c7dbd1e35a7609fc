import type { GetOpenIDConnectProviderResponse, IAM } from '@aws-sdk/client-iam'
import type { ExternalEntry } from '../../engine/external-inventory.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import type { AwsAccess } from '../account.ts'
import { isAwsError, isNoSuchEntity } from '../errors.ts'
import { isOurs, tagList } from '../ownership.ts'

/*
 * The provider with which service accounts of a cluster assume roles of IAM:
 * https://docs.aws.amazon.com/eks/latest/userguide/enable-iam-roles-for-service-accounts.html
 */

/** The position of the provider in the creation order: it goes before its cluster. */
export const oidcOrder = 8

/** Ensures the provider for the issuer of a cluster. Resolves with its ARN. */
export async function ensureOidcProvider(
  context: ReconcileContext,
  access: AwsAccess,
  { name, issuer }: { name: string; issuer: string },
): Promise<string> {
  const iam = await access.in(access.defaultRegion).iam()
  const place = { provider: 'aws', account: access.accountId, region: '', type: 'oidc-provider', tags: {} }
  const arn = `arn:${access.partition}:iam::${access.accountId}:oidc-provider/${issuer.replace(/^https:\/\//, '')}`
  const calls = oidcCalls(iam, { arn, issuer })
  const { externalId } = await ensureExternal(context, { ...place, name, order: oidcOrder }, calls)
  return externalId
}

/** Returns the calls for providers. A deletion finds its provider by the recorded ID, or by its tags if the ID may not be recorded. */
export function oidcCalls(iam: IAM, made?: { arn: string; issuer: string }): ExternalCalls<undefined> {
  return {
    find: async (entry, abortSignal) => {
      const { externalId, requestedAt } = entry
      // Only this cluster has its issuer, so its provider cannot belong to anyone else.
      const known = made?.arn ?? externalId
      if (known !== null && (await findProvider(iam, known, abortSignal)) !== undefined)
        return { externalId: known, state: undefined }
      const mayBeUnrecorded = externalId === null || requestedAt !== null
      if (made !== undefined || !mayBeUnrecorded) return undefined
      const arn = await findByTags(iam, entry, abortSignal)
      return arn === undefined ? undefined : { externalId: arn, state: undefined }
    },
    create: async (entry, { signal: abortSignal }) => {
      if (made === undefined) throw new Error('a provider that is being deleted is not created')
      const { arn, issuer } = made
      // A cluster that was created again has another issuer.
      if (entry.externalId !== null && entry.externalId !== arn)
        await deleteProvider(iam, entry.externalId, abortSignal)
      try {
        const input = { Url: issuer, ClientIDList: ['sts.amazonaws.com'], Tags: tagList(entry) }
        await iam.createOpenIDConnectProvider(input, { abortSignal })
      } catch (error) {
        if (!isAwsError(error, 'EntityAlreadyExists', 'EntityAlreadyExistsException')) throw error
      }
      return { externalId: arn, state: undefined }
    },
    remove: async ({ externalId }, { signal }) => deleteProvider(iam, externalId, signal),
  }
}

async function findProvider(
  iam: IAM,
  OpenIDConnectProviderArn: string,
  abortSignal: AbortSignal,
): Promise<GetOpenIDConnectProviderResponse | undefined> {
  try {
    return await iam.getOpenIDConnectProvider({ OpenIDConnectProviderArn }, { abortSignal })
  } catch (error) {
    if (isNoSuchEntity(error)) return undefined
    throw error
  }
}

/** Finds the provider of an entry by its tags, also when the cluster with the issuer is gone. Lists of IAM have no tags. */
async function findByTags(
  iam: IAM,
  entry: ExternalEntry,
  abortSignal: AbortSignal,
): Promise<string | undefined> {
  const { OpenIDConnectProviderList = [] } = await iam.listOpenIDConnectProviders({}, { abortSignal })
  for (const { Arn: arn = '' } of OpenIDConnectProviderList) {
    const found = await findProvider(iam, arn, abortSignal)
    if (found !== undefined && isOurs(entry, found.Tags)) return arn
  }
  return undefined
}

async function deleteProvider(
  iam: IAM,
  OpenIDConnectProviderArn: string,
  abortSignal: AbortSignal,
): Promise<void> {
  try {
    await iam.deleteOpenIDConnectProvider({ OpenIDConnectProviderArn }, { abortSignal })
  } catch (error) {
    if (!isNoSuchEntity(error)) throw error
  }
}
