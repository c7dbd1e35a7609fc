import { builder } from './builder.ts'
import { FieldDifferenceType } from './differences.ts'
import { enumOf } from './enums.ts'
import { NamedObjectType, PlannedObjectType, PlannedPlacementType } from './planned-effects.ts'
import { costField, PlannedOperationType, PlannedRiskType } from './planned-operations.ts'
import { PlannedResourceType } from './planned-resources.ts'
import { ReachType } from './reach.ts'
import {
  changeActions,
  type PlannedChange,
  type PlannedDeletion,
  type PlannedRollout,
  type SavedPlan,
} from './store-plans.ts'

/* Recorded plans of mutations. */

const ChangeActionType = enumOf('ChangeAction', changeActions, {
  description: 'What a mutation would do with an object.',
  descriptions: [
    'The object would be created.',
    'The object would be updated.',
    'The object would stay as it is.',
    'The object would be deleted.',
  ],
})

const PlannedChangeType = builder.objectRef<PlannedChange>('PlannedChange').implement({
  description: 'What a mutation would do with an object that it names.',
  subGraphs: ['clients'],
  fields: (t) => ({
    object: t.field({ type: NamedObjectType, description: 'The object.', resolve: (change) => change }),
    action: t.field({
      type: ChangeActionType,
      description: 'What would happen to the object.',
      resolve: ({ action }) => action,
    }),
    diff: t.field({
      type: [FieldDifferenceType],
      description: 'The differences that it would make.',
      resolve: ({ differences }) => differences,
    }),
    warnings: t.stringList({
      description: 'The rules of policies that the object breaks, and that only warn.',
      resolve: ({ warnings }) => [...warnings],
    }),
    reaches: t.field({
      type: ReachType,
      nullable: true,
      description:
        'The objects that the edit of a definition or a profile reaches, and in which wave. Null for other objects.',
      resolve: ({ reaches }) => reaches ?? null,
    }),
  }),
})

const PlannedDeletionType = builder.objectRef<PlannedDeletion>('PlannedDeletion').implement({
  description: 'An object that a deletion would delete, or leave because others use it.',
  subGraphs: ['clients'],
  fields: (t) => ({
    object: t.field({ type: NamedObjectType, description: 'The object.', resolve: (deletion) => deletion }),
    keptBy: t.field({
      type: [NamedObjectType],
      description: 'The objects for which it would stay. Empty if it would be deleted.',
      resolve: ({ keptBy }) => [...keptBy],
    }),
    resources: t.exposeInt('resources', {
      description: 'The number of resources that the object had in clusters.',
    }),
    data: t.exposeStringList('data', {
      description:
        'The resources in clusters whose deletion destroys data, for example a PersistentVolumeClaim.',
    }),
  }),
})

const PlannedRolloutType = builder.objectRef<PlannedRollout>('PlannedRollout').implement({
  description: 'What an application would do in one of its environments.',
  subGraphs: ['clients'],
  fields: (t) => ({
    application: t.string({
      description: 'The name of the application.',
      resolve: ({ application }) => application.name,
    }),
    project: t.string({
      description: 'The name of its project.',
      resolve: ({ application }) => application.project,
    }),
    environment: t.exposeString('environment', { description: 'The name of the environment.' }),
    from: t.exposeInt('from', {
      nullable: true,
      description: 'The number of the revision that is chosen now. Null if there is none.',
    }),
    to: t.exposeInt('to', {
      nullable: true,
      description: 'The number of the revision that would be rolled out at once. Null if there is none.',
    }),
    waiting: t.exposeString('waiting', {
      nullable: true,
      description: 'What newer revisions would wait for. Null if they would not.',
    }),
    approves: t.exposeInt('approves', {
      nullable: true,
      description:
        'The number of the revision that the mutation approves there, whether it is rolled out at once or waits, for example for further ' +
        'approvals. Null if it approves none.',
    }),
  }),
})

export const SavedPlanType = builder.objectRef<SavedPlan>('SavedPlan').implement({
  description: 'What a mutation would do, recorded so that `executePlan` does exactly that, or nothing.',
  subGraphs: ['clients'],
  fields: (t) => ({
    planId: t.exposeString('id', { description: 'The ID of the plan, for `executePlan`.' }),
    actor: t.exposeString('actor', { description: 'The name of the actor who made it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time at which it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'The time until which it can be executed.',
    }),
    executedAt: t.expose('executedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which it was executed. Null if it was not.',
    }),
    executor: t.exposeString('executor', {
      nullable: true,
      description: 'The name of the actor who executed it. Null until then.',
    }),
    changes: t.field({
      type: [PlannedChangeType],
      description: 'The effects on the objects that the mutation names.',
      resolve: ({ effects }) => effects.changes,
    }),
    dependencies: t.field({
      type: [PlannedObjectType],
      description:
        'The effects on the dependencies of applications. Each object precedes the objects that it needs.',
      resolve: ({ effects }) => effects.objects,
    }),
    placements: t.field({
      type: [PlannedPlacementType],
      description: 'The runtimes that would be chosen, for the instances without one.',
      resolve: ({ effects }) => effects.placements,
    }),
    omittedApplications: t.int({
      description: 'The number of further applications concerned, whose dependencies are not listed.',
      resolve: ({ effects }) => effects.omitted,
    }),
    deletions: t.field({
      type: [PlannedDeletionType],
      description: 'What deletions would delete, in that order, and what would stay.',
      resolve: ({ effects }) => effects.deletions,
    }),
    rollouts: t.field({
      type: [PlannedRolloutType],
      description: 'The revisions that the applications concerned would choose for their environments.',
      resolve: ({ effects }) => effects.rollouts,
    }),
    resources: t.field({
      type: [PlannedResourceType],
      description:
        'The resources of workloads that would change in clusters, at most 2,000. Charts of Helm workloads are rendered for that.',
      resolve: ({ effects }) => effects.resources,
    }),
    operations: t.field({
      type: [PlannedOperationType],
      description:
        'What reconcilers would do outside of manifests, such as in a cloud, at most 500. For information, as `cost` and `risks`.',
      resolve: ({ effects }) => effects.operations,
    }),
    cost: t.field(costField),
    risks: t.field({
      type: [PlannedRiskType],
      description: 'How much it may interrupt each object that it changes, the highest risk first.',
      resolve: ({ effects }) => effects.risks,
    }),
    notes: t.stringList({
      description: 'What else would become of it, for example that a newer build supersedes a delivery.',
      resolve: ({ effects }) => effects.notes,
    }),
  }),
})
