import type { z } from 'zod'
import type { ApplicationRevision } from '../kinds/application-revision.ts'
import type { Delivery } from '../kinds/delivery.ts'
import type { Environment } from '../kinds/environment.ts'
import type { Hold } from '../kinds/hold.ts'
import type { Preview } from '../kinds/preview.ts'
import type { Promotion } from '../kinds/promotion.ts'
import type { RolloutDecision } from '../kinds/rollout-decision.ts'
import type { Stage } from '../kinds/stage.ts'

/** An object around an application, as the server and workers know it. */
export interface RelatedObject {
  id: string
  kind: string
  name: string
  /** As an ISO 8601 text. */
  createdAt: string
  ready: boolean
  manifestSpec: unknown
  status: { outputs: unknown; cause: { reason: string; message: string } | null }
}

/** An object around an application, with the spec and the outputs of its kind. */
export type Related<Kind extends { spec: z.ZodType; outputs: z.ZodType }> = Omit<
  RelatedObject,
  'manifestSpec'
> & {
  spec: z.infer<Kind['spec']>
  outputs: Partial<z.infer<Kind['outputs']>>
}

/** A revision, which may be about to be created. */
export type KnownRevision = Pick<
  Related<typeof ApplicationRevision>,
  'name' | 'spec' | 'outputs' | 'ready'
> & {
  status: Pick<Related<typeof ApplicationRevision>['status'], 'cause'>
}

/** The reason of revisions whose images the definition does not have. */
export const invalidRevision = 'InvalidRevision'

/** The objects around an application, each list oldest first; revisions in the order of their numbers. */
export interface Surroundings {
  environments: Related<typeof Environment>[]
  /** Those whose definition and images fit. */
  revisions: KnownRevision[]
  /** Those whose images the definition does not have. */
  invalid: KnownRevision[]
  stages: Related<typeof Stage>[]
  deliveries: Related<typeof Delivery>[]
  holds: Related<typeof Hold>[]
  promotions: Related<typeof Promotion>[]
  decisions: Related<typeof RolloutDecision>[]
  previews: Related<typeof Preview>[]
}

/** Sorts the objects around an application, which the server has validated with the schemas of their kinds. */
export function sortSurroundings(related: readonly RelatedObject[]): Surroundings {
  const ofKind = <Kind extends { spec: z.ZodType; outputs: z.ZodType }>(kind: string) =>
    related
      .filter((each) => each.kind === kind)
      .map(({ manifestSpec: spec, ...each }) => ({
        ...each,
        spec,
        outputs: each.status.outputs,
      })) as Related<Kind>[]
  const revisions = ofKind<typeof ApplicationRevision>('ApplicationRevision').toSorted(
    (one, other) => one.spec.number - other.spec.number,
  )
  const isInvalid = ({ status }: KnownRevision): boolean => status.cause?.reason === invalidRevision
  return {
    environments: ofKind<typeof Environment>('Environment'),
    revisions: revisions.filter((each) => !isInvalid(each)),
    invalid: revisions.filter(isInvalid),
    stages: ofKind<typeof Stage>('Stage'),
    deliveries: ofKind<typeof Delivery>('Delivery'),
    holds: ofKind<typeof Hold>('Hold'),
    promotions: ofKind<typeof Promotion>('Promotion'),
    decisions: ofKind<typeof RolloutDecision>('RolloutDecision'),
    previews: ofKind<typeof Preview>('Preview'),
  }
}
