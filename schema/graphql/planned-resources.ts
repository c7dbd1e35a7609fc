import { podEffects, resourceActions } from '../resource-changes.ts'
import { checkResults } from '../resource-checks.ts'
import { builder } from './builder.ts'
import { FieldDifferenceType } from './differences.ts'
import { enumOf } from './enums.ts'
import { NamedObjectType } from './planned-effects.ts'
import type { PlannedResource, ResourceCheck } from './store-plans.ts'

/* The resources in clusters that a plan would change. */

const ResourceActionType = enumOf('ResourceAction', resourceActions, {
  description: 'What would happen to a resource in a cluster.',
  descriptions: [
    'The resource would be created.',
    'The resource would be updated in place.',
    'The resource would be deleted and created again, because it cannot be changed in place.',
    'The resource would be deleted.',
  ],
})

const PodEffectType = enumOf('PodEffect', podEffects, {
  description: 'What would become of the pods of a resource.',
  descriptions: [
    'They would stay.',
    'They would be replaced, while others of the same resource serve.',
    'They would stop before others start, or for good.',
  ],
})

const CheckResultType = enumOf('ResourceCheckResult', checkResults, {
  description: 'What an API server says about a resource that would change.',
  descriptions: [
    'It accepts the change.',
    'The change has no effect on the resource as it is.',
    'It does not change the resource in place, so it would be replaced.',
    'It refuses the change.',
    'It could not be asked.',
  ],
})

const ResourceCheckType = builder.objectRef<ResourceCheck>('PlannedResourceCheck').implement({
  description: 'What the API server of a cluster says about a resource that would change, by a dry run.',
  subGraphs: ['clients'],
  fields: (t) => ({
    runtime: t.exposeString('runtime', {
      description: 'The name of the runtime. Empty if none is chosen yet.',
    }),
    result: t.field({
      type: CheckResultType,
      description: 'What the API server says.',
      resolve: ({ result }) => result,
    }),
    reason: t.exposeString('reason', {
      description: 'A machine-readable reason in CamelCase. Empty if there is nothing to explain.',
    }),
    message: t.exposeString('message', {
      description:
        'The message of the API server, or why it could not be asked. Empty if there is nothing to explain.',
    }),
    fields: t.exposeStringList('fields', { description: 'The fields that the API server names.' }),
  }),
})

export const PlannedResourceType = builder.objectRef<PlannedResource>('PlannedResource').implement({
  description: 'A resource of a workload that would change in its cluster, as its manifests say.',
  subGraphs: ['clients'],
  fields: (t) => ({
    object: t.field({ type: NamedObjectType, description: 'The workload.', resolve: ({ object }) => object }),
    resource: t.exposeString('resource', {
      description: 'The kind and the name of the resource, for example `Deployment/web`.',
    }),
    action: t.field({
      type: ResourceActionType,
      description: 'What would happen to it.',
      resolve: ({ action }) => action,
    }),
    pods: t.field({
      type: PodEffectType,
      description: 'What would become of its pods.',
      resolve: ({ pods }) => pods,
    }),
    immutable: t.exposeStringList('immutable', {
      description:
        'The changed fields that an API server does not change in place. Unless the workload has `replace`, the update fails.',
    }),
    diff: t.field({
      type: [FieldDifferenceType],
      description: 'The differences of an update. Entries of lists are compared by their names.',
      resolve: ({ differences }) => differences,
    }),
    rendered: t.boolean({
      description:
        'Indicates whether a worker has rendered it from a chart. Then it is for information: it does not matter for `executePlan`.',
      resolve: ({ rendered = false }) => rendered,
    }),
    checks: t.field({
      type: [ResourceCheckType],
      description:
        'What the API servers of its runtimes say, as far as they could be asked. For information: it does not matter for `executePlan`.',
      resolve: ({ checks = [] }) => checks,
    }),
  }),
})
