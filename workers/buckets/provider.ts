import type { BucketProviderName } from '../../schema/buckets.ts'
import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import type { Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'

/** A bucket as its instance and its definition specify it. */
export interface DesiredBucket {
  versioning: boolean
  publicRead: boolean
  quota?: string | undefined
  namePrefix?: string | undefined
  /** The parameters of the provider that the profile decided. */
  parameters: unknown
  runtime: RuntimeForReconcileFragment
  /** Holds removals of data back until a user confirms them. */
  isGuarded: boolean
}

/** Provides buckets: in the runtime, or by a service outside of it. */
export interface BucketProvider {
  name: BucketProviderName
  /**
   * Drives the bucket towards what is desired. `done` has all outputs of a BucketInstance, and its `accessKeyId` and
   * `secretAccessKey` among the secret outputs.
   */
  ensure(context: ReconcileContext, environment: Environment, bucket: DesiredBucket): Promise<Outcome>
  /** Deletes the bucket with its objects. */
  remove(
    context: ReconcileContext,
    environment: Environment,
    bucket: Pick<DesiredBucket, 'runtime' | 'parameters' | 'isGuarded'>,
  ): Promise<Outcome>
}
