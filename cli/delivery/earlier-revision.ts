import { promotedRevision, rankIn, rankOf } from '../../schema/delivery/composition.ts'
import type { Delivery } from '../../schema/kinds/delivery.ts'
import type { Promotion } from '../../schema/kinds/promotion.ts'
import type { KnownRevision, KnownStage, Typed } from './application.ts'

interface History {
  revisions: readonly KnownRevision[]
  promotions: readonly Typed<typeof Promotion>[]
  deliveries: readonly Typed<typeof Delivery>[]
}

/** Returns the number of the revision that runs in a stage: after a failure, the last healthy one. */
export function runningRevision({ outputs }: KnownStage): number | undefined {
  const { revision, failed, healthy } = outputs
  return revision !== undefined && revision === failed ? (healthy ?? revision) : revision
}

/**
 * Returns the newest revision before the one that runs in a stage that is known to have worked: one that was promoted to it, or where
 * nothing is promoted, one whose delivery became healthy, or that is not of a delivery. Undefined if there is none.
 */
export function earlierRevision(stage: KnownStage, history: History): number | undefined {
  const running = runningRevision(stage)
  const { healthy, failed } = stage.outputs
  if (running === undefined) return undefined
  const rank = rankIn(history.revisions.map(({ spec }) => spec))
  // While it is rolled out, or after it failed, the last healthy one is the one to return to.
  if (healthy !== undefined && rank(healthy) < rank(running)) return healthy
  const promoted = history.promotions.filter(({ spec }) => spec.environment === stage.spec.environment)
  const named = new Set(
    promoted.flatMap(({ spec }) => promotedRevision(history.revisions, spec)?.spec.number ?? []),
  )
  const worked = ({ spec: { number, delivery } }: KnownRevision): boolean =>
    named.size > 0 ? named.has(number) : delivery === undefined || hasWorked(delivery, history)
  return history.revisions
    .toSorted((one, other) => rankOf(one.spec) - rankOf(other.spec))
    .findLast((each) => rankOf(each.spec) < rank(running) && each.spec.number !== failed && worked(each))
    ?.spec.number
}

function hasWorked(delivery: string, { deliveries }: History): boolean {
  return deliveries.some(({ object, outputs }) => object.name === delivery && outputs.state === 'Healthy')
}
