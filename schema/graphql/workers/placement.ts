import { defined } from '../../defined.ts'
import { checkId } from '../arguments.ts'
import { builder } from '../builder.ts'
import { ObjectType } from '../object.ts'
import { RejectedRuntimeType } from '../rejected-runtime.ts'
import type { OwnedDocument, PlacementResult } from '../store-reconciles.ts'

/* The choice of runtimes for instances that name none. */

const RuntimeDocumentType = builder.objectRef<OwnedDocument>('RuntimeDocument').implement({
  description: 'The desired state of an object of a runtime to be made.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'The kind of the object.' }),
    name: t.string({ description: 'The name of the object.', resolve: ({ name }) => String(name) }),
    project: t.string({
      description: 'The name of the project of the object.',
      resolve: ({ project }) => String(project),
    }),
    labels: t.field({
      type: 'StringMap',
      description: 'The labels of the object.',
      resolve: ({ labels }) => labels ?? {},
    }),
    spec: t.field({ type: 'JSON', description: 'The spec of the object.', resolve: ({ spec }) => spec }),
    field: t.string({
      description: 'The field of the instance that determines the object.',
      resolve: ({ field }) => field ?? '',
    }),
    gracePeriod: t.int({
      description: 'The time in milliseconds for which the object is retained after its last instance.',
      resolve: ({ gracePeriod }) => gracePeriod ?? 0,
    }),
  }),
})

const PlacementResultType = builder.objectRef<PlacementResult>('PlacementResult').implement({
  description: 'The choice of the runtime of an instance.',
  fields: (t) => ({
    runtime: t.exposeString('runtime', {
      nullable: true,
      description: 'The name of the chosen runtime. Null if none fits.',
    }),
    reason: t.exposeString('reason', { description: 'The reason for the choice.' }),
    rejected: t.field({
      type: [RejectedRuntimeType],
      description: 'The runtimes that were not chosen.',
      resolve: ({ rejected }) => rejected,
    }),
    pending: t.field({
      type: ObjectType,
      nullable: true,
      description:
        'A runtime that will fit once it is ready, or the application whose runtime is awaited. Null if there is none.',
      resolve: ({ pending }) => pending,
    }),
    documents: t.field({
      type: [RuntimeDocumentType],
      description: 'The objects of the runtime to be made. Empty if one fits, or none can be made.',
      resolve: ({ documents }) => documents,
    }),
  }),
})

builder.mutationField('placeInstance', (t) =>
  t.field({
    type: PlacementResultType,
    authScopes: { verb: 'work' },
    description:
      'Chooses the runtime of an instance by its `placement`, or that of the application to which it is attached, and records it ' +
      'as its `runtime`, unless none fits. Fails with ' +
      '`STALE_EPOCH` if a later reconcile has started.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the instance.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
    },
    resolve: (_, { id, epoch }, { store, traceparent }) =>
      store.placeInstance({ id: checkId(id), epoch }, defined({ traceparent })),
  }),
)
