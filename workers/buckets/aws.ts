import { awsBucketParameters } from '../../schema/profiles/types.ts'
import { defined } from '../../schema/defined.ts'
import { AwsBlocked, awsOutcome } from '../aws/errors.ts'
import { provideBy } from '../resources/provided.ts'
import { done } from '../engine/outcome.ts'
import { readableName } from '../resources/unique-name.ts'
import type { BucketProvider } from './provider.ts'

/** Buckets of Amazon S3, each with a user whose access key is for it only. */
export const aws: BucketProvider = {
  name: 'aws',

  ensure: async (context, _, { versioning, publicRead, quota, namePrefix, parameters, isGuarded }) => {
    if (quota !== undefined)
      return awsOutcome(
        new AwsBlocked('QuotaNotSupported', 'Amazon S3 has no quotas. Remove quota from its definition.'),
      )
    // Without letters and digits in its name, the bucket is named after the owned object.
    const ownPrefix = readableName(context.object.name, 40) || undefined
    const { account, region } = awsBucketParameters.parse(parameters ?? {})
    const provided = await provideBy(context, {
      kind: 'AwsObjectStorageBucket',
      definition: {
        versioning,
        publicReadAccess: publicRead,
        accessKey: true,
        ...defined({ awsAccount: account, namePrefix: namePrefix ?? ownPrefix }),
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
