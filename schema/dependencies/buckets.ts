import type { Binding, SecretValues } from './binding.ts'

/** The outputs of a bucket that its binding consists of. */
export interface BucketAddress {
  provider: string
  bucket: string
  endpoint: string
  region: string
}

/** Returns the binding of a bucket; undefined while its key is unknown. */
export function bindBucket(address: BucketAddress, key: SecretValues): Binding | undefined {
  return key['accessKeyId'] === undefined || key['secretAccessKey'] === undefined
    ? undefined
    : bindingOf(address, key)
}

/** Returns the binding of a bucket of Amazon S3, whose users may have credentials of their own. */
export function bindAwsBucket(address: Omit<BucketAddress, 'provider'>, key: SecretValues): Binding {
  return bindingOf({ ...address, provider: 'aws' }, key)
}

function bindingOf(
  { provider, bucket, endpoint, region }: BucketAddress,
  { accessKeyId, secretAccessKey }: SecretValues,
): Binding {
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
      ...(accessKeyId === undefined ? {} : { 'access-key-id': accessKeyId }),
      ...(secretAccessKey === undefined ? {} : { 'secret-access-key': secretAccessKey }),
    },
  }
}
