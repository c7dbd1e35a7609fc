import type { z } from 'zod'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import type { Application, StageSummary } from '../../../../schema/kinds/application.ts'
import type { ApplicationRevision } from '../../../../schema/kinds/application-revision.ts'
import type { Delivery } from '../../../../schema/kinds/delivery.ts'
import type { Environment } from '../../../../schema/kinds/environment.ts'
import type { Hold } from '../../../../schema/kinds/hold.ts'
import type { Promotion } from '../../../../schema/kinds/promotion.ts'
import type { RolloutDecision } from '../../../../schema/kinds/rollout-decision.ts'
import type { Stage } from '../../../../schema/kinds/stage.ts'
import type { View } from './use-view.ts'

/* An application as its page shows it: the state of its environments, what was decided about them, and what was delivered. */

/** An object with the spec and the outputs of its kind. */
export interface Typed<Kind extends { spec: z.ZodType; outputs: z.ZodType }> {
  object: AnyObject
  spec: z.infer<Kind['spec']>
  /** Empty until the first reconcile. */
  outputs: Partial<z.infer<Kind['outputs']>>
}

export function typed<Kind extends { spec: z.ZodType; outputs: z.ZodType }>(object: AnyObject): Typed<Kind> {
  // The server has validated specs and outputs with the schemas of the kinds.
  return { object, spec: object.manifestSpec, outputs: object.status.outputs } as Typed<Kind>
}

/** One environment of an application, with all that is known about it. */
export interface Place {
  environment: string
  summary: StageSummary | undefined
  stage: Typed<typeof Stage> | undefined
  rules: Typed<typeof Environment> | undefined
  hold: Typed<typeof Hold> | undefined
  /** The decisions about its current rollout. */
  decisions: readonly Typed<typeof RolloutDecision>[]
  promotions: readonly Typed<typeof Promotion>[]
}

export interface DeliveryState {
  application: Typed<typeof Application>
  places: readonly Place[]
  deliveries: readonly Typed<typeof Delivery>[]
  revisions: readonly Typed<typeof ApplicationRevision>[]
}

export function deliveryOf({ object, owned, decisions, find }: View): DeliveryState {
  const application = typed<typeof Application>(object)
  const ofKind = <Kind extends { spec: z.ZodType; outputs: z.ZodType }>(kind: string): Typed<Kind>[] =>
    [...owned, ...decisions].filter((each) => each.kind === kind).map((each) => typed<Kind>(each))
  const stages = ofKind<typeof Stage>('Stage')
  const holds = ofKind<typeof Hold>('Hold')
  const allDecisions = ofKind<typeof RolloutDecision>('RolloutDecision')
  const promotions = ofKind<typeof Promotion>('Promotion')
  const places = application.spec.environments.map(({ environment }): Place => {
    const stage = stages.find(({ spec }) => spec.environment === environment)
    const rules = find({ kind: 'Environment', name: environment, projectName: object.projectName })
    return {
      environment,
      summary: application.outputs.environments?.find((each) => each.environment === environment),
      stage,
      rules: rules === undefined ? undefined : typed<typeof Environment>(rules),
      // One on the environment takes precedence over one on all.
      hold:
        holds.find(({ spec }) => spec.environment === environment) ??
        holds.find(({ spec }) => spec.environment === undefined),
      decisions: allDecisions.filter(
        ({ spec }) => spec.environment === environment && spec.attempt === (stage?.outputs.attempt ?? 1),
      ),
      promotions: promotions.filter(({ spec }) => spec.environment === environment),
    }
  })
  return {
    application,
    places,
    deliveries: ofKind<typeof Delivery>('Delivery'),
    revisions: ofKind<typeof ApplicationRevision>('ApplicationRevision'),
  }
}

/** Returns the number of the revision that runs in an environment: after a failure, the last healthy one. */
export function runningRevision({ stage, summary }: Place): number | undefined {
  const { revision, failed, healthy } = stage?.outputs ?? {}
  const chosen = revision ?? summary?.revision
  return chosen !== undefined && chosen === failed ? (healthy ?? chosen) : chosen
}

/** Returns the revisions that have been healthy in an environment, newest first, without the one that runs. */
export function earlierRevisions(place: Place): number[] {
  const running = runningRevision(place)
  const records = place.stage?.outputs.rollouts ?? []
  const worked = records.filter(({ healthyAt, revision }) => healthyAt !== undefined && revision !== running)
  return [...new Set(worked.map(({ revision }) => revision))].filter(
    (revision) => running === undefined || revision < running,
  )
}
