import { maxObjects } from '../limits.ts'
import { assertAtMost } from './arguments.ts'
import { builder } from './builder.ts'
import { costOfEach, costOfResults } from './cost.ts'
import { AppliedType, ApplyInput, inputsOf } from './object-operations.ts'
import { PlannedObjectType, PlannedPlacementType } from './planned-effects.ts'
import type { WritePlan } from './store-writes.ts'

/* What an apply would do, including the objects that applications get for their dependencies. */

const PlanType = builder.objectRef<WritePlan>('Plan').implement({
  description: 'The effects of an apply that has not been executed.',
  subGraphs: ['clients'],
  fields: (t) => ({
    results: t.field({
      type: [AppliedType],
      description: 'The effects on the given objects, in the order of the documents.',
      complexity: costOfResults,
      resolve: ({ applied }) => applied,
    }),
    dependencies: t.field({
      type: [PlannedObjectType],
      description:
        'The effects on the dependencies of applications. Each object precedes the objects that it needs.',
      complexity: costOfResults,
      resolve: ({ objects }) => objects,
    }),
    placements: t.field({
      type: [PlannedPlacementType],
      description: 'The runtimes that would be chosen now, for the instances without one.',
      complexity: costOfResults,
      resolve: ({ placements }) => placements,
    }),
    omittedApplications: t.exposeInt('omitted', {
      description: 'The number of further applications concerned, whose dependencies are not listed.',
    }),
  }),
})

builder.queryField('plan', (t) =>
  t.field({
    type: PlanType,
    nullable: true,
    subGraphs: ['clients'],
    authScopes: { verb: 'write' },
    description:
      'Returns what `apply` would do with the same input, including the objects that applications would get for their ' +
      'dependencies. Fails with the errors of `apply`.',
    args: { input: t.arg({ type: ApplyInput, required: true, description: 'The objects.' }) },
    complexity: ({ input }) => costOfEach(input.documents),
    resolve: (_, { input }, { store }) => {
      assertAtMost(input.documents, { max: maxObjects, path: 'documents' })
      return store.plan(inputsOf(input.documents), {})
    },
  }),
)
