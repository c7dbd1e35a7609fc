import { Removal } from '../confirmation.ts'
import { defined } from '../inputs.ts'
import { mostOwned } from '../limits.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import { ObjectType } from './object.ts'
import type { OwnedSet, OwnerClaim } from './store.ts'
import { outputType } from './zod-fields.ts'

/* Objects that reconcilers keep for the objects that they reconcile. */

export const OwnerClaimType = builder.objectRef<OwnerClaim>('OwnerClaim').implement({
  description: 'What one owner of a shared object asks of it.',
  fields: (t) => ({
    ownerId: t.id({ description: 'The owner.', resolve: ({ ownerId }) => String(ownerId) }),
    ownerKind: t.exposeString('ownerKind', { description: 'Kind of the owner.' }),
    ownerName: t.exposeString('ownerName', { description: 'Name of the owner.' }),
    claim: t.exposeString('claim', {
      nullable: true,
      description: 'Name by which the owner uses the object; no other owner has the same.',
    }),
    parameters: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it asks for, beyond the spec.',
      resolve: ({ parameters }) => parameters ?? null,
    }),
  }),
})

const OwnedDocumentInput = builder.inputType('OwnedDocumentInput', {
  description: 'An object that another one owns.',
  fields: (t) => ({
    kind: t.string({ required: true, description: 'Its kind.' }),
    name: t.string({ required: true, description: 'Its name.' }),
    project: t.string({ description: 'Its project. Default: `default`.' }),
    labels: t.field({ type: 'JSON', description: 'Labels, a map of strings.' }),
    spec: t.field({ type: 'JSON', description: 'The spec. The first of several owners decides it.' }),
    claim: t.string({
      description: 'Name by which the owner uses a shared object; unique among its owners.',
    }),
    parameters: t.field({
      type: 'JSON',
      description: 'What the owner asks of a shared object, beyond its spec.',
    }),
    field: t.string({
      description: 'Field of the owner that decides the object, shown to whoever edits it.',
    }),
    gracePeriod: t.int({
      description: 'Milliseconds for which the object stays after its last owner. Default: 0.',
    }),
  }),
})

const TakenClaimType = builder.objectRef<NonNullable<OwnedSet['taken']>>('TakenClaim').implement({
  description: 'A claim on a shared object that another owner has.',
  fields: (t) => ({
    claim: t.exposeString('claim', { description: 'The claim.' }),
    owner: t.field({ type: ObjectType, description: 'Who has it.', resolve: ({ owner }) => owner }),
  }),
})

const OwnedSetType = builder.objectRef<OwnedSet>('OwnedSet').implement({
  description: 'The objects that an object owns, after a write.',
  fields: (t) => ({
    objects: t.field({
      type: [ObjectType],
      description: 'The set, in the order of the documents.',
      resolve: ({ objects }) => objects,
    }),
    leaving: t.field({
      type: [ObjectType],
      description: 'Objects that left the set and are still there.',
      resolve: ({ leaving }) => leaving,
    }),
    held: t.field({
      type: [outputType('OwnedRemoval', Removal, 'A removal that waits until somebody confirms it.')],
      description: 'Removals that wait for a confirmation; their objects stay.',
      resolve: ({ held }) => held as unknown as string[],
    }),
    awaited: t.field({
      type: ObjectType,
      nullable: true,
      description: 'An object of the set that is still being deleted: nothing was written. Else null.',
      resolve: ({ awaited }) => awaited ?? null,
    }),
    taken: t.field({
      type: TakenClaimType,
      nullable: true,
      description: 'A claim that another owner of the same object has: nothing was written. Else null.',
      resolve: ({ taken }) => taken ?? null,
    }),
  }),
})

builder.mutationField('applyOwned', (t) =>
  t.field({
    type: OwnedSetType,
    authScopes: { verb: 'work' },
    description:
      'Makes the documents the whole set of objects that an object owns, in one transaction: creates, changes, and requests ' +
      'the deletion of what left the set and has no other owner. STALE_EPOCH when a later reconcile has started; NAME_TAKEN ' +
      'when a name belongs to an object without an owner.',
    args: {
      id: t.arg.id({ required: true, description: 'The owner.' }),
      epoch: t.arg.int({ required: true, description: 'From `startReconcile`.' }),
      documents: t.arg({ type: [OwnedDocumentInput], required: true, description: 'The set, at most 500.' }),
    },
    resolve: (_, { id, epoch, documents }, { store, traceparent }) => {
      assertAtMost(documents, { most: mostOwned, path: 'documents' })
      return store.applyOwned(
        { id: checkId(id), epoch },
        documents.map(({ kind, name, spec, project, labels, claim, parameters, field, gracePeriod }) => ({
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
          }),
        })),
        defined({ traceparent }),
      )
    },
  }),
)

builder.interfaceFields(ObjectType, (t) => {
  const fields = t as unknown as Parameters<typeof connectionOfObjects>[0]
  return {
    owners: connectionOfObjects(fields, {
      type: ObjectType,
      description: 'Objects that own it: it changes with the first of them, and goes with the last.',
      filter: ({ id }) => ({ owners: id }),
    }),
    owned: connectionOfObjects(fields, {
      type: ObjectType,
      description: 'Objects that it owns.',
      filter: ({ id }) => ({ ownedBy: id }),
    }),
  }
})
