import type { STS } from '@aws-sdk/client-sts'
import { SignatureV4 } from '@smithy/signature-v4'

/** Milliseconds for which EKS accepts a token: https://docs.aws.amazon.com/eks/latest/best-practices/identity-and-access-management.html */
export const tokenLifetime = 15 * 60_000

/**
 * Returns a token for the Kubernetes API of a cluster: a signed request to STS, which the API server makes to learn who its client is.
 * Source: https://github.com/kubernetes-sigs/aws-iam-authenticator#api-authorization-from-outside-a-cluster
 *
 * @param sts The client with the credentials to sign with.
 */
export async function clusterToken(sts: STS, cluster: string): Promise<string> {
  const { config } = sts
  const region = await config.region()
  const signer = new SignatureV4({
    service: 'sts',
    region,
    credentials: config.credentials,
    sha256: config.sha256,
  })
  const hostname = `sts.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`
  const { query = {} } = await signer.presign(
    {
      method: 'GET',
      protocol: 'https:',
      hostname,
      path: '/',
      query: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
      headers: { host: hostname, 'x-k8s-aws-id': cluster },
    },
    { expiresIn: 60 },
  )
  const parameters = new URLSearchParams(query as Record<string, string>)
  const url = `https://${hostname}/?${parameters.toString()}`
  return `k8s-aws-v1.${Buffer.from(url).toString('base64url')}`
}
