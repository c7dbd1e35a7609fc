import { Removal } from '../../confirmation.ts'
import { defined } from '../../defined.ts'
import { maxEntries, maxOwned } from '../../limits.ts'
import { assertAtMost, checkId } from '../arguments.ts'
import { builder } from '../builder.ts'
import { ObjectType } from '../object.ts'
import type { DependencyState, OwnedSet, OwnerClaim } from '../store-reconciles.ts'
import { outputType } from '../zod-fields.ts'

/* Objects that reconcilers manage on behalf of the objects that they reconcile. */

export const OwnerClaimType = builder.objectRef<OwnerClaim>('OwnerClaim').implement({
  description: 'The claim of an owner on a shared object.',
  fields: (t) => ({
    ownerId: t.id({ description: 'The ID of the owner.', resolve: ({ ownerId }) => String(ownerId) }),
    ownerKind: t.exposeString('ownerKind', { description: 'The kind of the owner.' }),
    ownerName: t.exposeString('ownerName', { description: 'The name of the owner.' }),
    claim: t.exposeString('claim', {
      nullable: true,
      description: 'The name by which the owner uses the object, unique among its owners.',
    }),
    parameters: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The parameters that the owner requests, in addition to the spec.',
      resolve: ({ parameters }) => parameters ?? null,
    }),
  }),
})

const OwnedDocumentInput = builder.inputType('OwnedDocumentInput', {
  description: 'The desired state of an object that another object owns.',
  fields: (t) => ({
    kind: t.string({ required: true, description: 'The kind of the object.' }),
    name: t.string({ required: true, description: 'The name of the object.' }),
    project: t.string({ description: 'The name of the project of the object. Default: `default`.' }),
    labels: t.field({ type: 'StringMap', description: 'The labels of the object.' }),
    spec: t.field({
      type: 'JSON',
      description: 'The spec of the object. If it has several owners, that of the first owner applies.',
    }),
    claim: t.string({
      description: 'The name by which the owner uses a shared object, unique among its owners.',
    }),
    parameters: t.field({
      type: 'JSON',
      description: 'The parameters that the owner requests of a shared object, in addition to its spec.',
    }),
    field: t.string({
      description:
        'The field of the owner that determines this object. Errors name it to clients that edit the object ' +
        'directly.',
    }),
    gracePeriod: t.int({
      description:
        'The time in milliseconds for which the object is retained after its last owner. Default: 0.',
    }),
    holdBack: t.boolean({
      description: 'Indicates whether an object that exists stays as it is. Default: false.',
    }),
  }),
})

const TakenClaimType = builder.objectRef<NonNullable<OwnedSet['taken']>>('TakenClaim').implement({
  description: 'A claim on a shared object that belongs to another owner.',
  fields: (t) => ({
    claim: t.exposeString('claim', { description: 'The name of the claim.' }),
    owner: t.field({
      type: ObjectType,
      description: 'The owner that has the claim.',
      resolve: ({ owner }) => owner,
    }),
  }),
})

const OwnedSetType = builder.objectRef<OwnedSet>('OwnedSet').implement({
  description: 'The set of objects that an object owns, as the result of a write.',
  fields: (t) => ({
    objects: t.field({
      type: [ObjectType],
      description: 'The objects of the set, in the order of the documents.',
      resolve: ({ objects }) => objects,
    }),
    heldBack: t.field({
      type: [ObjectType],
      description: 'The objects that differ from their documents, which are held back.',
      resolve: ({ heldBack }) => heldBack,
    }),
    leaving: t.field({
      type: [ObjectType],
      description: 'The objects that left the set and still exist.',
      resolve: ({ leaving }) => leaving,
    }),
    held: t.field({
      type: [outputType('OwnedRemoval', Removal, 'A removal that requires a confirmation.')],
      description: 'The removals that wait for a confirmation. Their objects are retained.',
      resolve: ({ held }) => held as unknown as string[],
    }),
    awaited: t.field({
      type: ObjectType,
      nullable: true,
      description:
        'An object with a name from the set that is still being deleted, which is why nothing was written. ' +
        'Otherwise null.',
      resolve: ({ awaited }) => awaited ?? null,
    }),
    taken: t.field({
      type: TakenClaimType,
      nullable: true,
      description:
        'A claim that belongs to another owner of the same object, which is why nothing was written. ' +
        'Otherwise null.',
      resolve: ({ taken }) => taken ?? null,
    }),
  }),
})

/** The arguments of operations on the objects that a reconciled object owns. */
const holderArguments = builder.args((t) => ({
  id: t.id({ required: true, description: 'The ID of the owner.' }),
  epoch: t.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
}))

builder.mutationField('releaseAttached', (t) =>
  t.field({
    type: OwnedSetType,
    authScopes: { verb: 'work' },
    description:
      'Requests the deletion of the owned objects that reference their owner, which have to be deleted before it. ' +
      'Fails with `STALE_EPOCH` if a later reconcile has started.',
    args: holderArguments,
    resolve: (_, { id, epoch }, { store, traceparent }) =>
      store.releaseAttached({ id: checkId(id), epoch }, defined({ traceparent })),
  }),
)

const DependencyStateType = builder.objectRef<DependencyState>('DependencyState').implement({
  description: 'An object that may provide a dependency of an application.',
  fields: (t) => ({
    object: t.field({ type: ObjectType, description: 'The object.', resolve: ({ object }) => object }),
    secrets: t.field({
      type: 'JSON',
      description: 'The secret fields of its spec and its secret outputs, decrypted.',
      resolve: ({ secrets }) => secrets,
    }),
  }),
})

builder.queryField('relatedObjects', (t) =>
  t.field({
    type: [ObjectType],
    authScopes: { verb: 'work' },
    description:
      'Returns the objects around a reconciled one, oldest first: those that it owns, those that lists in its spec ' +
      'reference, its children, and the gateways of a workload that it owns. Fails with `STALE_EPOCH` if the reconcile has ended.',
    args: holderArguments,
    resolve: (_, { id, epoch }, { store }) => store.relatedObjects({ id: checkId(id), epoch }),
  }),
)

builder.mutationField('retireChildren', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description:
      'Lets children of a reconciled object expire, at most 1,000, so that only the newest are kept. Fails with ' +
      '`STALE_EPOCH` if the reconcile has ended.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the parent.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      children: t.arg.idList({ required: true, description: 'The IDs of the children.' }),
    },
    resolve: async (_, { id, epoch, children }, { store }) => {
      assertAtMost(children, { max: maxEntries, path: 'children' })
      await store.retireChildren(
        { id: checkId(id), epoch },
        children.map((each) => checkId(each)),
      )
      return true
    },
  }),
)

builder.queryField('dependencies', (t) =>
  t.field({
    type: [DependencyStateType],
    authScopes: { verb: 'work' },
    description:
      'Returns the objects that may provide the dependencies of an application: those that it owns, and those that its ' +
      'definition references. Fails with `STALE_EPOCH` if the reconcile has ended.',
    args: holderArguments,
    resolve: (_, { id, epoch }, { store }) => store.dependencies({ id: checkId(id), epoch }),
  }),
)

builder.mutationField('applyOwned', (t) =>
  t.field({
    type: OwnedSetType,
    authScopes: { verb: 'work' },
    description:
      'Replaces the set of objects that an object owns, in one transaction: creates and updates objects, ' +
      'and requests the deletion of those that left the set and have no other owner. Fails with ' +
      '`STALE_EPOCH` if a later reconcile has started, and with `NAME_TAKEN` if a name belongs to an object ' +
      'without an owner.',
    args: {
      ...holderArguments,
      documents: t.arg({
        type: [OwnedDocumentInput],
        required: true,
        description: 'The objects of the set, at most 500.',
      }),
    },
    resolve: (_, { id, epoch, documents }, { store, traceparent }) => {
      assertAtMost(documents, { max: maxOwned, path: 'documents' })
      return store.applyOwned(
        { id: checkId(id), epoch },
        documents.map(
          ({ kind, name, spec, project, labels, claim, parameters, field, gracePeriod, holdBack }) => ({
            kind,
            name,
            spec: spec ?? {},
            ...defined({
              project: project ?? undefined,
              labels: labels ?? undefined,
              claim: claim ?? undefined,
              parameters: parameters ?? undefined,
              field: field ?? undefined,
              gracePeriod: gracePeriod == null ? undefined : Math.max(0, gracePeriod),
              holdBack: holdBack ?? undefined,
            }),
          }),
        ),
        defined({ traceparent }),
      )
    },
  }),
)
