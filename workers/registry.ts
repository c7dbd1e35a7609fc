import { reconciledKinds } from '../schema/kinds/index.ts'
import type { Reconciler } from './engine/reconciler.ts'
import type { Environment } from './environment.ts'

/** The module of one concept: its reconcilers by kind. */
type Concept = Readonly<Record<string, Reconciler<Environment>>>

/** The reconcilers of all reconciled kinds. The module of each concept exports them under the names of their kinds. */
export const reconcilers: ReadonlyMap<string, Reconciler<Environment>> = new Map(
  await Promise.all(
    reconciledKinds.map(async ({ kind, concept }): Promise<[string, Reconciler<Environment>]> => {
      const { [kind]: reconciler } = (await import(
        /* @vite-ignore */ `./reconcilers/${concept}.ts`
      )) as Concept
      if (reconciler === undefined) throw new Error(`workers/reconcilers/${concept}.ts exports no ${kind}`)
      return [kind, reconciler]
    }),
  ),
)
