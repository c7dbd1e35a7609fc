import { builder } from './builder.ts'
import { FieldDifferenceType } from './differences.ts'
import { enumOf, ObjectKind } from './enums.ts'
import { costOfResults } from './cost.ts'
import { RejectedRuntimeType } from './rejected-runtime.ts'
import type { NamedObject } from './store-plans.ts'
import { plannedActions, type PlannedObject, type PlannedPlacement } from './store-writes.ts'

/* What follows from a write for the applications concerned. */

const PlannedActionType = enumOf('PlannedAction', plannedActions, {
  description: 'What would happen to an object.',
  descriptions: [
    'The object would be created.',
    'The object would be updated.',
    'The object would stay as it is.',
    'The existing object would be used. It does not belong to the application.',
    'The object would be deleted.',
    'The object would stay: other applications share it, or it is kept for a while in case it is needed again.',
    'The object could not be written; `problem` says why.',
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

export const PlannedObjectType = builder.objectRef<PlannedObject>('PlannedObject').implement({
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
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'The reason why the object could not be written. Null if it could.',
    }),
    diff: t.field({
      type: [FieldDifferenceType],
      description:
        'The differences that an update would make, and what a profile would decide about a new object.',
      resolve: ({ differences }) => differences,
    }),
  }),
})

export const PlannedPlacementType = builder.objectRef<PlannedPlacement>('PlannedPlacement').implement({
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
      description: 'The name of the runtime, which may have to become ready first. Null if none fits.',
    }),
    isMade: t.exposeBoolean('isMade', { description: 'Indicates whether the runtime would be made for it.' }),
    reason: t.exposeString('reason', { description: 'The reason for the choice.' }),
    rejected: t.field({
      type: [RejectedRuntimeType],
      description: 'The runtimes that would not be chosen.',
      // Most instances have a runtime.
      complexity: costOfResults,
      resolve: ({ rejected }) => rejected,
    }),
  }),
})

export const NamedObjectType = builder.objectRef<NamedObject>('PlannedObjectName').implement({
  description: 'The name of an object that a plan is about. It may not exist yet, or not any more.',
  subGraphs: ['clients'],
  fields: (t) => ({
    kind: t.field({ type: ObjectKind, description: 'The kind of the object.', resolve: ({ kind }) => kind }),
    project: t.exposeString('project', {
      nullable: true,
      description: 'The name of its project. Null for a global object.',
    }),
    name: t.exposeString('name', { description: 'The name of the object.' }),
  }),
})
