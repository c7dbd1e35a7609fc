import type { z } from 'zod'
import { withImagesOf } from '../../schema/delivery/images.ts'
import { defined } from '../../schema/defined.ts'
import type { ApplicationRevision } from '../../schema/kinds/application-revision.ts'
import type { CanaryWorkload } from '../../schema/kinds/canary-workload.ts'
import type { Environment } from '../../schema/kinds/environment.ts'
import type { Stage } from '../../schema/kinds/stage.ts'
import { shortName } from '../../schema/short-name.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { OwnedDocumentInput } from '../generated/documents.ts'
import type { CanarySurroundings } from './canary-surroundings.ts'
import type { Rollout } from './rollout.ts'
import { jobObjectName, type StartedJob } from './rollout-jobs.ts'
import { placementOf } from './stage-locations.ts'

/* The objects that a stage owns: its workload, its canary, and the jobs of its rollouts. */

type StageSpec = z.infer<(typeof Stage)['spec']>
type CanarySpec = z.infer<(typeof CanaryWorkload)['spec']>

/** A revision, as far as documents need it. */
interface Revision {
  name: string
  status: { outputs: unknown }
}

/** Returns the spec of a stage, which the server has validated with the schema of the kind. */
export function stageSpec({ object }: ReconcileContext): StageSpec {
  return object.manifestSpec as StageSpec
}

function imagesOf({ status }: Revision) {
  // The server has validated outputs with the schemas of the kinds.
  return (status.outputs as z.infer<(typeof ApplicationRevision)['outputs']>).images
}

interface Instance {
  revision: Revision
  rules: z.infer<(typeof Environment)['spec']>
  rollout: Rollout
  /** True while only its namespace and its dependencies are made. */
  isPrepared: boolean
  /** The percentage of the requests that its canary gets; undefined in an environment without canaries. */
  canaryWeight: number | undefined
}

export function instanceDocument(
  context: ReconcileContext,
  { revision, rules, rollout, isPrepared, canaryWeight }: Instance,
): OwnedDocumentInput {
  const { object } = context
  const { parameters, overrides } = stageSpec(context)
  return {
    kind: 'WorkloadInstance',
    name: object.name,
    project: object.projectName ?? 'default',
    spec: {
      definition: revision.name,
      ...defined({
        runtime: rules.runtime,
        placement: placementOf(rules, rollout),
        tier: rules.tier,
        parameters,
        overrides: withImagesOf(imagesOf(revision), overrides),
        canaryWeight,
      }),
      ...(isPrepared ? { prepareOnly: true } : {}),
    },
    field: 'spec.revision',
  }
}

interface CanaryParts extends CanarySurroundings {
  /** The revision of the canary with its number; absent if another revision has been chosen since. */
  revision?: Revision
  number?: number
  analysis: CanarySpec['analysis']
}

/** Returns the spec of a canary. One that is about to leave has the spec that it has; undefined if it is gone. */
export function canarySpec(
  context: ReconcileContext,
  { revision, number, gateways, existing, analysis }: CanaryParts,
): CanarySpec | undefined {
  if (revision === undefined || number === undefined) return existing
  const { parameters, overrides } = stageSpec(context)
  const services = [...new Set(gateways.flatMap(({ service }) => service ?? []))].toSorted()
  return {
    workloadInstance: context.object.name,
    definition: revision.name,
    revision: number,
    services: services.length === 0 ? (existing?.services ?? []) : services,
    ...defined({ parameters, overrides: withImagesOf(imagesOf(revision), overrides), analysis }),
  }
}

export function canaryDocument({ object }: ReconcileContext, spec: CanarySpec): OwnedDocumentInput {
  return {
    kind: 'CanaryWorkload',
    name: shortName(`${object.name}-canary`),
    project: object.projectName ?? 'default',
    spec,
    field: 'spec.revision',
  }
}

export function jobDocument(
  { object }: ReconcileContext,
  started: StartedJob,
  { revision, rollout }: { revision: Revision; rollout: Rollout },
): OwnedDocumentInput {
  const { name: job, image, command, args, env, deadline } = started.job
  return {
    kind: 'RolloutJob',
    name: jobObjectName(object.name, started, rollout.attempt),
    project: object.projectName ?? 'default',
    spec: {
      workloadInstance: rollout.jobsBeside ?? object.name,
      definition: revision.name,
      revision: started.revision,
      attempt: rollout.attempt,
      images: imagesOf(revision),
      job,
      image,
      ...defined({ command, args, env, deadline }),
    },
    field: 'spec.revision',
  }
}
