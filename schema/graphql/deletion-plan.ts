import { maxObjects } from '../limits.ts'
import { assertAtMost } from './arguments.ts'
import { builder } from './builder.ts'
import { costOfEach } from './cost.ts'
import { ObjectType } from './object.ts'
import { AnyObjectReferenceInput, targetOf } from './references.ts'
import type { DeletionStep } from './store-writes.ts'

/* What a deletion would delete, and what would stay. */

const DeletionStepType = builder.objectRef<DeletionStep>('DeletionStep').implement({
  description: 'An object that a deletion concerns.',
  subGraphs: ['clients'],
  fields: (t) => ({
    object: t.field({ type: ObjectType, description: 'The object.', resolve: ({ object }) => object }),
    isKept: t.boolean({
      description: 'Indicates whether the object stays, because others use it.',
      resolve: ({ keptBy }) => keptBy.length > 0,
    }),
    keptBy: t.field({
      type: [ObjectType],
      description: 'The objects for which it stays. Empty if it is deleted.',
      resolve: ({ keptBy }) => keptBy,
    }),
    resources: t.exposeInt('resources', {
      description: 'The number of resources that the object has in clusters.',
    }),
    data: t.exposeStringList('data', {
      description:
        'The resources in clusters whose deletion destroys data, for example a PersistentVolumeClaim.',
    }),
  }),
})

builder.queryField('deletionPlan', (t) =>
  t.field({
    type: [DeletionStepType],
    nullable: true,
    subGraphs: ['clients'],
    authScopes: { verb: 'delete' },
    description:
      'Returns what `deleteObjects` would delete with the same targets, in the order in which it would, and which objects of ' +
      'theirs would stay. At most 1,000 objects. Fails with the errors of `deleteObjects`.',
    args: {
      targets: t.arg({
        type: [AnyObjectReferenceInput],
        required: true,
        description: 'The objects to delete, at most 2,000.',
      }),
    },
    complexity: ({ targets }) => costOfEach(targets),
    resolve: (_, { targets }, { store }) => {
      assertAtMost(targets, { max: maxObjects, path: 'targets' })
      return store.planDeletion(
        targets.map((target, index) => targetOf(target, { path: `targets[${index}]` })),
        {},
      )
    },
  }),
)
