import type { IAM } from '@aws-sdk/client-iam'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import type { AwsAccess } from '../account.ts'
import { isAwsError, isNoSuchEntity } from '../errors.ts'
import { tagList } from '../ownership.ts'

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

/** Returns the calls for providers. A deletion finds its provider by the recorded ID only. */
export function oidcCalls(iam: IAM, made?: { arn: string; issuer: string }): ExternalCalls<undefined> {
  return {
    find: async ({ externalId }, abortSignal) => {
      // Only this cluster has its issuer, so its provider cannot belong to anyone else.
      const arn = made?.arn ?? externalId
      if (arn === null) return undefined
      try {
        await iam.getOpenIDConnectProvider({ OpenIDConnectProviderArn: arn }, { abortSignal })
        return { externalId: arn, state: undefined }
      } catch (error) {
        if (isNoSuchEntity(error)) return undefined
        throw error
      }
    },
    create: async (entry, { signal: abortSignal }) => {
      if (made === undefined) throw new Error('a provider that is being deleted is not created')
      const { arn, issuer } = made
      try {
        const input = { Url: issuer, ClientIDList: ['sts.amazonaws.com'], Tags: tagList(entry) }
        await iam.createOpenIDConnectProvider(input, { abortSignal })
      } catch (error) {
        if (!isAwsError(error, 'EntityAlreadyExists', 'EntityAlreadyExistsException')) throw error
      }
      return { externalId: arn, state: undefined }
    },
    remove: async ({ externalId }, { signal: abortSignal }) => {
      try {
        await iam.deleteOpenIDConnectProvider({ OpenIDConnectProviderArn: externalId }, { abortSignal })
      } catch (error) {
        if (!isNoSuchEntity(error)) throw error
      }
    },
  }
}
