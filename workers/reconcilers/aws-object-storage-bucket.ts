import type { z } from 'zod'
import {
  AwsObjectStorageBucketDefinition,
  type AwsObjectStorageBucketInstance as InstanceKind,
} from '../../schema/kinds/aws-object-storage-bucket.ts'
import { spread } from '../../schema/retry.ts'
import { callsOfBucket, ensureBucket, ensureBucketKey, userCalls } from '../aws/bucket.ts'
import { ensureBucketAccess } from '../aws/bucket-access.ts'
import { inAccount, regionOf, removeFromAccount } from '../aws/reconcile.ts'
import { done } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { removeExternal } from '../resources/external-resources.ts'

/** The interval in milliseconds at which the settings are compared with those of AWS. */
const recheckInterval = 10 * 60_000

/** Reconciles a bucket of Amazon S3, and the user with its access key. */
export const AwsObjectStorageBucketInstance: Reconciler<Environment> = {
  ensure: (context, environment) => {
    const { definition, account, application, spec } = partsOf(context)
    return inAccount(context, { account, environment }, async (access) => {
      const {
        versioning,
        publicReadAccess,
        namePrefix,
        accessKey,
        workloadBucketEnvVar: variable,
      } = definition
      const region = regionOf(context, spec.region ?? access.defaultRegion)
      const prefix = namePrefix ?? context.object.name
      const bucket = await ensureBucket(context, access, { region, prefix, versioning, publicReadAccess })
      const key = accessKey ? await ensureBucketKey(context, access, { bucket, region }) : undefined
      if (key !== undefined && 'outcome' in key) return key
      if (key === undefined)
        await removeExternal(
          context,
          { provider: 'aws', type: 'user' },
          userCalls(await access.in(region).iam()),
        )
      const arn = `arn:${access.partition}:s3:::${bucket}`
      const domain = access.partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com'
      const endpoint = `https://s3.${region}.${domain}`
      const outputs = {
        bucket,
        endpoint,
        region,
        arn,
        url: `https://${bucket}.s3.${region}.${domain}`,
        ...(variable === undefined || application === null ? {} : { variables: { [variable]: bucket } }),
      }
      const reached = await ensureBucketAccess(context, {
        bucketArn: arn,
        accountId: access.accountId,
        account: `${account.projectName ?? 'default'}/${account.name}`,
        application,
        serviceAccount: definition.workloadServiceAccountName,
      })
      if (reached !== undefined && 'outcome' in reached) return { ...reached, outputs }
      return done(`Bucket ${bucket} is ready.`, {
        outputs: { ...outputs, ...reached },
        secretOutputs: { ...key },
        recheckAfter: spread(recheckInterval),
      })
    })
  },

  remove: (context, environment) => {
    const { account, spec } = partsOf(context)
    return removeFromAccount(context, {
      account,
      environment,
      isGuarded: spec.guard !== 'off',
      callsFor: callsOfBucket,
    })
  },
}

function partsOf({ object }: ReconcileContext) {
  const references = objectAs(object, 'AwsObjectStorageBucketInstance')
  const definition = referenced(references.definition)
  return {
    application: references.workloadInstance ?? references.helmWorkloadInstance,
    definition: AwsObjectStorageBucketDefinition.spec.parse(definition.manifestSpec),
    account: referenced(definition.awsAccount),
    // The server has validated the spec with the schema of the kind.
    spec: object.manifestSpec as z.infer<(typeof InstanceKind)['spec']>,
  }
}
