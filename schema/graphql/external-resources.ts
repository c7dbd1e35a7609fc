import { z } from 'zod'
import { invalidInput } from '../errors.ts'
import { ExternalRecord } from '../external-resources.ts'
import { issueErrors } from '../inputs.ts'
import { mostEntries } from '../limits.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { ExternalResourceType } from './object.ts'
import type { FoundExternalResource } from './store.ts'

/*
 * The inventory outside of clusters, as workers write it. As with clusters, a resource is stored before the call that
 * creates it, by a name under which it is found again.
 */

const ExternalInput = builder.inputType('ExternalResourceInput', {
  description: 'An external resource that is about to be, or has been, created.',
  fields: (t) => ({
    provider: t.string({ required: true, description: 'Provider, for example `aws`.' }),
    account: t.string({ required: true, description: 'Account with the provider.' }),
    region: t.string({ required: true, description: 'Region; empty for a global resource.' }),
    type: t.string({ required: true, description: 'Type, in the words of the provider.' }),
    name: t.string({
      required: true,
      description: 'Deterministic name by which it is found again.',
    }),
    order: t.int({ required: true, description: 'Position in the order of creating.' }),
    externalId: t.string({ description: 'Id that the provider gave it, once it is known.' }),
    tags: t.field({ type: 'JSON', required: true, description: 'Tags that it carries, by key; at most 50.' }),
  }),
})

const Records = z.array(ExternalRecord)

function externalRecords(resources: readonly (typeof ExternalInput.$inferInput)[]): ExternalRecord[] {
  assertAtMost(resources, { most: mostEntries, path: 'resources' })
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
      'Writes the inventory of external resources: before one is created, and again once its id is known. CONFLICT names ' +
      'in `takenExternal` what belongs to other objects already; all else is written.',
    args: {
      id: t.arg.id({ required: true, description: 'The object whose resources they are.' }),
      epoch: t.arg.int({ required: true, description: 'From `startReconcile`.' }),
      resources: t.arg({ type: [ExternalInput], required: true, description: 'The resources.' }),
    },
    resolve: (_, { id, epoch, resources }, { store }) =>
      store.recordExternal(checkId(id), epoch, externalRecords(resources)),
  }),
)

builder.mutationField('forgetExternal', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Takes external resources that are gone out of the inventory.',
    args: {
      id: t.arg.id({ required: true, description: 'The object whose resources they were.' }),
      epoch: t.arg.int({ required: true, description: 'From `startReconcile`.' }),
      entries: t.arg.idList({ required: true, description: 'Ids of inventory entries.' }),
    },
    resolve: async (_, { id, epoch, entries }, { store }) => {
      assertAtMost(entries, { most: mostEntries, path: 'entries' })
      const ids = entries.map((entry) => checkId(entry, 'entries'))
      await store.forgetExternal(checkId(id), epoch, ids)
      return true
    },
  }),
)

const FoundInput = builder.inputType('FoundExternalResourceInput', {
  description: 'An external resource with the tags of this control plane, as its provider lists it.',
  fields: (t) => ({
    provider: t.string({ required: true, description: 'Provider.' }),
    account: t.string({ required: true, description: 'Account with the provider.' }),
    region: t.string({ required: true, description: 'Region; empty for a global resource.' }),
    type: t.string({ required: true, description: 'Type.' }),
    name: t.string({ required: true, description: 'Name.' }),
    externalId: t.string({ required: true, description: 'Id that the provider gave it.' }),
  }),
})

const ExternalOrphanType = builder.objectRef<FoundExternalResource>('ExternalOrphan').implement({
  description:
    'An external resource that this control plane has made, and that belongs to none of its objects.',
  fields: (t) => ({
    provider: t.exposeString('provider', { description: 'Provider.' }),
    account: t.exposeString('account', { description: 'Account with the provider.' }),
    region: t.exposeString('region', { description: 'Region; empty for a global resource.' }),
    type: t.exposeString('type', { description: 'Type.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    externalId: t.exposeString('externalId', { description: 'Id that the provider gave it.' }),
  }),
})

builder.queryField('externalOrphans', (t) =>
  t.field({
    type: [ExternalOrphanType],
    authScopes: { verb: 'work' },
    description:
      'Those of the resources that a provider lists with the tags of this control plane that belong to none of its objects.',
    args: { found: t.arg({ type: [FoundInput], required: true, description: 'At most 1,000.' }) },
    resolve: (_, { found }, { store }) => {
      assertAtMost(found, { most: mostEntries, path: 'found' })
      return store.externalOrphansOf(found)
    },
  }),
)
