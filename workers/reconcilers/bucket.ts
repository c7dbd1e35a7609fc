import type { z } from 'zod'
import { bucketProviders } from '../../schema/buckets.ts'
import { BucketDefinition, type BucketInstance as BucketInstanceKind } from '../../schema/kinds/bucket.ts'
import type { BucketProvider } from '../buckets/provider.ts'
import { providers } from '../buckets/providers.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'

/** Reconciles a bucket with the provider that was chosen for it first. */
export const BucketInstance: Reconciler<Environment> = {
  ensure: (context, environment) => {
    const { definition, runtime } = objectAs(context.object, 'BucketInstance')
    const spec = BucketDefinition.spec.parse(referenced(definition).manifestSpec)
    const provider = providerOf(context)
    context.updateState({ provider: provider.name })
    return provider.ensure(context, environment, { ...spec, runtime: referenced(runtime) })
  },

  remove: (context, environment) => {
    const { runtime, manifestSpec } = objectAs(context.object, 'BucketInstance')
    // The server has validated the spec with the schema of the kind.
    const { guard } = manifestSpec as z.infer<(typeof BucketInstanceKind)['spec']>
    return providerOf(context).remove(context, environment, {
      runtime: referenced(runtime),
      isGuarded: guard !== 'off',
    })
  },
}

/** Returns the provider that was chosen before, or else the default one. */
function providerOf({ state }: ReconcileContext): BucketProvider {
  return providers[bucketProviders.find((name) => name === state['provider']) ?? 'seaweedfs']
}
