import { reconciledKinds } from '../schema/kinds/index.ts'
import type { Reconciler } from './engine/reconciler.ts'
import type { Environment } from './environment.ts'

/** The reconcilers of one concept, by the names of their kinds. */
type Concept = Readonly<Record<string, Reconciler<Environment>>>

/** One for each kind that the registry calls reconciled, exported under its name by the file of its concept. */
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
