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
    const { parameters, guard } = specOf(context)
    const isGuarded = guard !== 'off'
    return provider.ensure(context, environment, {
      ...spec,
      runtime: referenced(runtime),
      parameters,
      isGuarded,
    })
  },

  remove: (context, environment) => {
    const { runtime } = objectAs(context.object, 'BucketInstance')
    const { guard, parameters } = specOf(context)
    return providerOf(context).remove(context, environment, {
      runtime: referenced(runtime),
      isGuarded: guard !== 'off',
      parameters,
    })
  },
}

function specOf({ object }: ReconcileContext): z.infer<(typeof BucketInstanceKind)['spec']> {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof BucketInstanceKind)['spec']>
}

/** Returns the provider that was chosen: by a profile, or by an earlier release, which had no profiles of buckets. */
function providerOf(context: ReconcileContext): BucketProvider {
  const chosen = bucketProviders.find((name) => name === context.state['provider'])
  return providers[specOf(context).provider ?? chosen ?? 'seaweedfs']
}
