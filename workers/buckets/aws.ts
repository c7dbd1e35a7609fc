import { awsBucketParameters } from '../../schema/profiles/types.ts'
import { defined } from '../../schema/inputs.ts'
import { AwsBlocked, awsOutcome } from '../aws/errors.ts'
import { provideBy } from '../aws/provided.ts'
import { done } from '../engine/outcome.ts'
import type { BucketProvider } from './provider.ts'

/** Buckets of Amazon S3, each with a user whose access key is for it only. */
export const aws: BucketProvider = {
  name: 'aws',

  ensure: async (context, _, { versioning, publicRead, quota, namePrefix, parameters, isGuarded }) => {
    if (quota !== undefined)
      return awsOutcome(
        new AwsBlocked('QuotaNotSupported', 'Amazon S3 has no quotas. Remove quota from its definition.'),
      )
    const { account, region } = awsBucketParameters.parse(parameters ?? {})
    const provided = await provideBy(context, {
      kind: 'AwsObjectStorageBucket',
      definition: {
        versioning,
        publicReadAccess: publicRead,
        accessKey: true,
        ...defined({ awsAccount: account, namePrefix: namePrefix ?? prefixOf(context.object.name) }),
      },
      instance: { guard: isGuarded ? 'on' : 'off', ...defined({ region }) },
    })
    if ('outcome' in provided) return provided
    const { outputs, secrets } = provided
    const { bucket, endpoint, region: found } = outputs
    const { accessKeyId = '', secretAccessKey = '' } = secrets
    return done(`Bucket ${String(bucket)} is ready.`, {
      outputs: { provider: 'aws', bucket, endpoint, region: found },
      secretOutputs: { accessKeyId, secretAccessKey },
    })
  },

  // The owned objects go with their owner.
  remove: async () => done('Everything is gone.'),
}

/** Returns the start of the name of a bucket by the name of its object; undefined if nothing of it may be part of the name. */
function prefixOf(name: string): string | undefined {
  const prefix = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  return prefix === '' ? undefined : prefix
}
