import { maxObjects } from '../limits.ts'
import { assertAtMost } from './arguments.ts'
import { builder } from './builder.ts'
import { costOfEach } from './cost.ts'
import { FieldDifferenceType } from './differences.ts'
import { enumOf, ObjectKind } from './enums.ts'
import { RejectedRuntimeType } from './rejected-runtime.ts'
import { AppliedType, ApplyInput, inputsOf } from './object-operations.ts'
import { plannedActions, type PlannedObject, type PlannedPlacement, type WritePlan } from './store-writes.ts'

/* What an apply would do, including the objects that applications get for their dependencies. */

const PlannedActionType = enumOf('PlannedAction', plannedActions, {
  description: 'What would happen to an object.',
  descriptions: [
    'The object would be created.',
    'The object would be updated.',
    'The object would stay as it is.',
    'The existing object would be used. It does not belong to the application.',
    'The object would be deleted.',
    'The object would stay, because other applications share it.',
  ],
})

const PlannedOwnerType = builder.objectRef<PlannedObject['owner']>('PlannedOwner').implement({
  description: 'The application that needs a planned object. It may not exist yet.',
  subGraphs: ['clients'],
  fields: (t) => ({
    kind: t.field({
      type: ObjectKind,
      description: 'The kind of the application.',
      resolve: ({ kind }) => kind,
    }),
    project: t.exposeString('project', { description: 'The name of its project.' }),
    name: t.exposeString('name', { description: 'The name of the application.' }),
  }),
})

const PlannedObjectType = builder.objectRef<PlannedObject>('PlannedObject').implement({
  description: 'An object that an application would have for a dependency. It may not exist yet.',
  subGraphs: ['clients'],
  fields: (t) => ({
    owner: t.field({
      type: PlannedOwnerType,
      description: 'The application that needs the object.',
      resolve: ({ owner }) => owner,
    }),
    dependency: t.exposeString('dependency', {
      nullable: true,
      description: 'The name of the dependency. Null if the application has no such dependency any more.',
    }),
    kind: t.field({ type: ObjectKind, description: 'The kind of the object.', resolve: ({ kind }) => kind }),
    project: t.exposeString('project', { description: 'The name of its project.' }),
    name: t.exposeString('name', { description: 'The name of the object.' }),
    runtime: t.exposeString('runtime', {
      nullable: true,
      description: 'The name of the runtime that the object would be in. Null for an object without one.',
    }),
    action: t.field({
      type: PlannedActionType,
      description: 'What would happen to the object.',
      resolve: ({ action }) => action,
    }),
    diff: t.field({
      type: [FieldDifferenceType],
      description: 'The differences that an update would make.',
      resolve: ({ differences }) => differences,
    }),
  }),
})

const PlannedPlacementType = builder.objectRef<PlannedPlacement>('PlannedPlacement').implement({
  description: 'The runtime that would be chosen now for an instance without one.',
  subGraphs: ['clients'],
  fields: (t) => ({
    instance: t.field({
      type: PlannedOwnerType,
      description: 'The instance. It may not exist yet.',
      resolve: ({ instance }) => instance,
    }),
    runtime: t.exposeString('runtime', {
      nullable: true,
      description: 'The name of the runtime. Null if none fits.',
    }),
    isMade: t.exposeBoolean('isMade', { description: 'Indicates whether the runtime would be made for it.' }),
    reason: t.exposeString('reason', { description: 'The reason for the choice.' }),
    rejected: t.field({
      type: [RejectedRuntimeType],
      description: 'The runtimes that would not be chosen.',
      resolve: ({ rejected }) => rejected,
    }),
  }),
})

const PlanType = builder.objectRef<WritePlan>('Plan').implement({
  description: 'The effects of an apply that has not been executed.',
  subGraphs: ['clients'],
  fields: (t) => ({
    results: t.field({
      type: [AppliedType],
      description: 'The effects on the given objects, in the order of the documents.',
      resolve: ({ applied }) => applied,
    }),
    dependencies: t.field({
      type: [PlannedObjectType],
      description:
        'The effects on the dependencies of applications. Each object precedes the objects that it needs.',
      resolve: ({ objects }) => objects,
    }),
    placements: t.field({
      type: [PlannedPlacementType],
      description: 'The runtimes that would be chosen now, for the instances without one.',
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
