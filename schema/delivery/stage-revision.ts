import type { z } from 'zod'
import type { Stage } from '../kinds/stage.ts'
import type { Composition, Ranked } from './composition.ts'

/** A stage, as far as what runs there is concerned. */
interface RunningStage {
  spec: Pick<z.infer<(typeof Stage)['spec']>, 'revision'>
  outputs: Partial<z.infer<(typeof Stage)['outputs']>>
}

/**
 * Returns the revision that an environment has chosen; after its failure, the last healthy one, which runs instead. Undefined if there is
 * none.
 */
export function revisionOfStage<
  Revision extends { name: string; spec: Ranked & { composition?: Composition | undefined } },
>({ spec, outputs }: RunningStage, revisions: readonly Revision[]): Revision | undefined {
  const chosen = revisions.find(({ name }) => name === spec.revision)
  const { failed, healthy } = outputs
  return chosen !== undefined && failed === chosen.spec.number && healthy !== undefined
    ? revisions.find((each) => each.spec.number === healthy)
    : chosen
}
