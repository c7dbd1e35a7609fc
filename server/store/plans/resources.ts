import type { z } from 'zod'
import { withImagesOf } from '../../../schema/delivery/images.ts'
import type { RevisionContent } from '../../../schema/delivery/parts.ts'
import type { NamedObject, PlanEffects, PlannedResource } from '../../../schema/graphql/store-plans.ts'
import type { WorkloadDefinition, WorkloadInstance } from '../../../schema/kinds/workload.ts'
import type { Manifest } from '../../../schema/manifests.ts'
import { overrideError } from '../../../schema/overriding/override-all.ts'
import { OverrideError } from '../../../schema/overriding/override-error.ts'
import { withRolloutOverrides } from '../../../schema/overriding/rollout-overrides.ts'
import { comparedResources, type ResourceChange } from '../../../schema/resource-changes.ts'
import type { Digester } from '../../manifests/digests.ts'
import { createSlices } from '../../pacing/slices.ts'

/*
 * What a change does to the resources of applications in clusters, from their manifests. Clusters are asked only afterwards, for
 * information: what a controller has just done there would make two plans of the same change differ.
 */

/** A workload before or after a change: the specs of its instance and of its definition. */
export interface WorkloadState {
  spec: Record<string, unknown>
  definition: Readonly<Record<string, unknown>>
}

/** A workload whose resources a change may touch. */
export interface ChangedWorkload {
  object: NamedObject
  /** Undefined if it is new. */
  before: WorkloadState | undefined
  after: WorkloadState
  /** The name of its runtime, as far as it is known. */
  runtime?: string | undefined
}

/** A workload with its manifests before and after a change. */
export interface ComparedWorkload extends Pick<ChangedWorkload, 'object' | 'runtime'> {
  /** The spec after the change. */
  spec: Record<string, unknown>
  before: readonly Manifest[]
  after: readonly Manifest[]
  /** The names of the resources that change. */
  resources: readonly string[]
}

/** The most resources that a plan lists. */
export const maxResources = 2000

/** The cost of comparing a resource, which takes up to a millisecond. */
const costOfComparison = 50

/** Returns what changes of workloads do to their resources. */
export async function plannedResources(
  { digester, actor }: { digester: Digester; actor: string },
  workloads: readonly ChangedWorkload[],
): Promise<Pick<PlanEffects, 'resources' | 'notes'> & { compared: ComparedWorkload[] }> {
  const manifestsOf = async (state: WorkloadState | undefined): Promise<readonly Manifest[]> => {
    if (state === undefined) return []
    // Both were validated with the schemas of their kinds.
    const spec = state.spec as Partial<z.infer<(typeof WorkloadInstance)['spec']>>
    const definition = state.definition as Partial<z.infer<(typeof WorkloadDefinition)['spec']>>
    const { yamlDocument = '', parameters = [] } = definition
    const { parameters: given, overrides } = spec
    const task = { texts: [yamlDocument], parameters, changes: [{ parameters: given, overrides }] }
    const [result] = await digester.override(task, actor)
    if (result === undefined) throw new Error('a change of resources has no result')
    if ('failure' in result) throw overrideError(result.failure)
    return withRolloutOverrides(result.manifests, spec)
  }
  const resources: PlannedResource[] = []
  const notes: string[] = []
  const compared: ComparedWorkload[] = []
  const slices = createSlices()
  for (const { object, before, after, runtime } of workloads) {
    try {
      const replaces = after.spec['replace'] === true
      const manifests = { before: await manifestsOf(before), after: await manifestsOf(after) }
      const changes: ResourceChange[] = []
      for (const change of comparedResources(manifests.before, manifests.after, { replaces })) {
        if (change !== undefined) changes.push(change)
        await slices.spend(costOfComparison)
      }
      const room = Math.max(0, maxResources - resources.length)
      resources.push(...changes.map((change) => ({ object, ...change })))
      const names = changes.slice(0, room).map(({ resource }) => resource)
      if (names.length > 0)
        compared.push({ object, runtime, spec: after.spec, ...manifests, resources: names })
    } catch (error) {
      if (!(error instanceof OverrideError)) throw error
      notes.push(`${object.kind} ${object.name}: ${error.message}`)
    }
  }
  const more = resources.length - maxResources
  return {
    compared,
    resources: resources.slice(0, maxResources),
    notes: more > 0 ? [...notes, `${more} further resources are not listed.`] : notes,
  }
}

/** Returns the state of the workload that runs a revision in an environment, which may change its parameters and resources. */
export function stateOfRevision(
  { definition, images }: RevisionContent,
  { parameters, overrides }: Pick<z.infer<(typeof WorkloadInstance)['spec']>, 'parameters' | 'overrides'>,
): WorkloadState {
  return { spec: { parameters, overrides: withImagesOf(images, overrides) }, definition }
}
