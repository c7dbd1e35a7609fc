import { Promotion } from '../kinds/promotion.ts'

/** What a plan says about a promotion that it makes. */
const PlannedPromotion = Promotion.spec
  .pick({ application: true, environment: true, revision: true, base: true, only: true })
  .strip()

interface Change {
  kind: string
  project: string | null
  differences: readonly { path: string; after?: unknown }[]
}

/** Returns the promotions that the changes of a plan make, with the projects of their applications. */
export function plannedPromotions(changes: readonly Change[]) {
  return changes.flatMap(({ kind, project, differences }) => {
    if (kind !== Promotion.kind) return []
    const written = Object.fromEntries(
      differences.map(({ path, after }) => [path.replace(/^spec\./, ''), after]),
    )
    const { success, data } = PlannedPromotion.safeParse(written)
    return success ? [{ project, ...data }] : []
  })
}
