import type { z } from 'zod'
import { RelatedObjectsDocument, type RelatedObjectsQuery } from '../generated/documents.ts'
import type { Delivery } from '../../schema/kinds/delivery.ts'
import type { Environment } from '../../schema/kinds/environment.ts'
import type { Hold } from '../../schema/kinds/hold.ts'
import type { Preview } from '../../schema/kinds/preview.ts'
import type { Promotion } from '../../schema/kinds/promotion.ts'
import type { ApplicationRevision } from '../../schema/kinds/application-revision.ts'
import type { RolloutDecision } from '../../schema/kinds/rollout-decision.ts'
import type { Stage } from '../../schema/kinds/stage.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

type RelatedObject = RelatedObjectsQuery['result'][number]

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

/** Returns the objects around an application. */
export async function surroundingsOf({ client, object, epoch }: ReconcileContext): Promise<Surroundings> {
  const { result } = await client.execute(RelatedObjectsDocument, { id: object.id, epoch })
  // The server has validated specs and outputs with the schemas of the kinds.
  const ofKind = <Kind extends { spec: z.ZodType; outputs: z.ZodType }>(kind: string) =>
    result
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
