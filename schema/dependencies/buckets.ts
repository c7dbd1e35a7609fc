import type { Binding, SecretValues } from './binding.ts'

/** The outputs of a bucket that its binding consists of. */
export interface BucketAddress {
  provider: string
  bucket: string
  endpoint: string
  region: string
}

/** Returns the binding of a bucket; undefined while its key is unknown. */
export function bindBucket(
  { provider, bucket, endpoint, region }: BucketAddress,
  { accessKeyId, secretAccessKey }: SecretValues,
): Binding | undefined {
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const { hostname: host, port, protocol } = new URL(endpoint)
  return {
    type: 's3',
    entries: {
      provider,
      host,
      port: port === '' ? (protocol === 'https:' ? '443' : '80') : port,
      uri: `${endpoint}/${bucket}`,
      endpoint,
      bucket,
      region,
      'access-key-id': accessKeyId,
      'secret-access-key': secretAccessKey,
    },
  }
}
