import { reconcilers as real } from '../../../workers/registry.ts'
import { poisons } from './poisons.ts'

/** The reconcilers of the product; for an object with a label `poison`, the named misbehaviour runs instead. */
export const reconcilers: typeof real = new Map(
  [...real].map(([kind, reconciler]) => [
    kind,
    {
      ...reconciler,
      ensure: async (context, environment) => {
        const { poison } = context.object.labels
        await poisons[poison ?? '']?.()
        return reconciler.ensure(context, environment)
      },
    },
  ]),
)
