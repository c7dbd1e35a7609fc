import { z } from 'zod'
import { invalidInput } from '../../errors.ts'
import { ExternalRecord } from '../../external-resources.ts'
import { issueErrors } from '../../issue-errors.ts'
import { maxEntries } from '../../limits.ts'
import { assertAtMost, checkId } from '../arguments.ts'
import { builder } from '../builder.ts'
import { ProviderResourceType, providerAddressInput } from '../resource-addresses.ts'
import { ExternalResourceType } from './inventory.ts'
import type { FoundExternalResource } from '../store-reconciles.ts'

/*
 * Worker operations on the inventory of resources outside of clusters. As with clusters, a resource is recorded before
 * the call that creates it, under a deterministic name by which it can be found again.
 */

const ExternalInput = builder.inputType('ExternalResourceInput', {
  description: 'An external resource that is about to be created, or has been created.',
  fields: (t) => ({
    ...providerAddressInput(t),
    order: t.int({ required: true, description: 'The position of the resource in the creation order.' }),
    externalId: t.string({
      description: 'The ID that the provider assigned to the resource, once it is known.',
    }),
    tags: t.field({
      type: 'StringMap',
      required: true,
      description: 'The tags of the resource, by key, at most 50.',
    }),
  }),
})

const Records = z.array(ExternalRecord)

function externalRecords(resources: readonly (typeof ExternalInput.$inferInput)[]): ExternalRecord[] {
  assertAtMost(resources, { max: maxEntries, path: 'resources' })
  const given = resources.map(({ externalId, ...rest }) =>
    externalId == null ? rest : { ...rest, externalId },
  )
  const parsed = Records.safeParse(given)
  if (!parsed.success) throw invalidInput(issueErrors(parsed.error, { at: 'resources', input: given }))
  return parsed.data
}

builder.mutationField('recordExternal', (t) =>
  t.field({
    type: [ExternalResourceType],
    authScopes: { verb: 'work' },
    description:
      'Records external resources in the inventory: before each is created, and again once its ID is known. ' +
      'Fails with `CONFLICT` if some belong to other objects already, listed in `takenExternal`; the others ' +
      'are recorded nevertheless.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object that owns the resources.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      resources: t.arg({
        type: [ExternalInput],
        required: true,
        description: 'The resources, at most 1,000.',
      }),
    },
    resolve: (_, { id, epoch, resources }, { store }) =>
      store.recordExternal(checkId(id), epoch, externalRecords(resources)),
  }),
)

builder.mutationField('forgetExternal', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Removes external resources that no longer exist from the inventory.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object that owned the resources.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      entries: t.arg.idList({
        required: true,
        description: 'The IDs of the inventory entries, at most 1,000.',
      }),
    },
    resolve: async (_, { id, epoch, entries }, { store }) => {
      assertAtMost(entries, { max: maxEntries, path: 'entries' })
      const ids = entries.map((entry) => checkId(entry, 'entries'))
      await store.forgetExternal(checkId(id), epoch, ids)
      return true
    },
  }),
)

const FoundInput = builder.inputType('FoundExternalResourceInput', {
  description: 'An external resource with the tags of this control plane, as listed by its provider.',
  fields: (t) => ({
    ...providerAddressInput(t),
    externalId: t.string({
      required: true,
      description: 'The ID that the provider assigned to the resource.',
    }),
  }),
})

const ExternalOrphanType = builder.objectRef<FoundExternalResource>('ExternalOrphan').implement({
  description:
    'An external resource that this control plane created but that belongs to none of its objects.',
  interfaces: [ProviderResourceType],
  fields: (t) => ({
    externalId: t.exposeString('externalId', {
      description: 'The ID that the provider assigned to the resource.',
    }),
  }),
})

builder.queryField('externalOrphans', (t) =>
  t.field({
    type: [ExternalOrphanType],
    authScopes: { verb: 'work' },
    description:
      'The external resources, of those that a provider lists with the tags of this control plane, that ' +
      'belong to none of its objects.',
    args: {
      found: t.arg({
        type: [FoundInput],
        required: true,
        description: 'The resources that the provider lists, at most 1,000.',
      }),
    },
    resolve: (_, { found }, { store }) => {
      assertAtMost(found, { max: maxEntries, path: 'found' })
      return store.externalOrphansOf(found)
    },
  }),
)
