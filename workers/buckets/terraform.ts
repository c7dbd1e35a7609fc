import { done } from '../engine/outcome.ts'
import { provideByTerraform } from '../resources/provided-by-terraform.ts'
import type { BucketProvider } from './provider.ts'

/** Buckets by a configuration of Terraform or OpenTofu, which the profile names. */
export const terraform: BucketProvider = {
  name: 'terraform',

  ensure: async (context, _, { versioning, publicRead, quota, namePrefix, parameters, isGuarded }) => {
    const provided = await provideByTerraform(context, {
      parameters,
      isGuarded,
      wishes: {
        versioning,
        public_read: publicRead,
        ...(quota !== undefined && { quota }),
        ...(namePrefix !== undefined && { name_prefix: namePrefix }),
      },
      outputs: ['bucket', 'endpoint', 'region', 'access_key_id', 'secret_access_key'],
    })
    if ('outcome' in provided) return provided
    const { bucket = '', endpoint, region, access_key_id: accessKeyId = '', ...rest } = provided.values
    const { secret_access_key: secretAccessKey = '' } = rest
    return done(`Bucket ${bucket} is ready.`, {
      outputs: { provider: 'terraform', bucket, endpoint, region },
      secretOutputs: { accessKeyId, secretAccessKey },
    })
  },

  // The owned objects go with their owner.
  remove: async () => done('Everything is gone.'),
}
