import { defaultPolicy, type ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { Store, Write } from '../../schema/graphql/store.ts'
import { reconciledKindNames } from '../../schema/kinds/index.ts'
import type { Database } from '../../prisma/client.ts'
import { applyAll, createOne, findMany, findOne, findPlaces, updateOne } from './objects.ts'
import type { Digester } from '../manifests/digests.ts'
import { checkErrors, digestAtOnce } from './check-input.ts'
import { createProjectNames, type ProjectNames } from './project-names.ts'
import { confirmRemoval } from './confirm.ts'
import type { StoreContext } from './context.ts'
import { confirmGone, deleteAll } from './delete.ts'
import { createDueQueues } from './due.ts'
import type { Encryption } from './encryption.ts'
import { findAppliedTypes, findInventory, forgetApplied, recordApplied } from './inventory.ts'
import { findExternal, findExternalOrphans, forgetExternal, recordExternal } from './external-resources.ts'
import { findAbandonedResources, deleteAbandonedResources } from './abandoned-resources.ts'
import { findControlPlane, findLabelId, findOrphans, readopt } from './former-ids.ts'
import { once } from './idempotency-keys.ts'
import { applyOwned } from './owned.ts'
import { findOwners } from './ownership.ts'
import { queuePlaces } from './queue.ts'
import { countObjects, findChangeBodies, findChanges, findReferenced, listObjects } from './read.ts'
import { countReferrers, findReferrers } from './referrers.ts'
import { begin, keepLeases, trigger, triggerOwners, triggerRuntime } from './reconcile.ts'
import { recordEvent, report } from './report.ts'
import { findAppliedPage, findExternalPage, findEvents } from './pages.ts'
import { openReferenced, openSecrets } from './secrets.ts'

export interface StoreOptions {
  database: Database
  encryption: Encryption
  /** What reads long texts. @default reads them at once */
  digester?: Digester
  /** Where clusters of users may be. @default as where an operator has set nothing */
  clusters?: ClusterPolicy
  /** Called after each write that grew the change log. */
  onChange?: () => void
}

/** The one way to the objects. */
export function createStore({
  database,
  encryption,
  digester = digestAtOnce,
  clusters = defaultPolicy,
  onChange = () => undefined,
}: StoreOptions): Store {
  const context: StoreContext = {
    sql: database.sql,
    prisma: database.prisma,
    encryption,
    digester,
    clusters,
    reconciledKinds: reconciledKindNames,
    answering: new Map(),
  }
  const dueQueueOf = createDueQueues(database.sql)
  return storeOver(context, { onChange, projectName: createProjectNames(context), dueQueueOf })
}

interface Surroundings {
  onChange: () => void
  projectName: ProjectNames
  dueQueueOf: ReturnType<typeof createDueQueues>
}

function storeOver(context: StoreContext, surroundings: Surroundings): Store {
  const { onChange, projectName, dueQueueOf } = surroundings
  const logged = async <Result>(work: Promise<Result>, write?: Write): Promise<Result> => {
    const result = await work
    if (write?.dryRun !== true) onChange()
    return result
  }
  return {
    once: (request, work) =>
      logged(
        once(context, request, (sql) =>
          // Nothing can be seen of it before it is committed.
          work(storeOver({ ...context, sql }, { ...surroundings, onChange: () => undefined })),
        ),
      ),
    check: (checked, actor) => checkErrors(context.digester, checked, actor),
    create: (input, write) => logged(createOne(context, input, write), write),
    update: (edit, write) => logged(updateOne(context, edit, write), write),
    apply: (inputs, write) => logged(applyAll(context, inputs, write), write),
    delete: (targets, write) => logged(deleteAll(context, targets, write), write),
    queuePlaces: (ids) => queuePlaces(context, ids),
    trigger: (target, write) => logged(trigger(context, target, write), write),
    triggerRuntime: (runtimeId, write) => logged(triggerRuntime(context, runtimeId, write), write),
    triggerOwners: async (seen, write) => {
      const { triggered, undecided } = await triggerOwners(context, seen, write)
      if (triggered.length > 0) onChange()
      return undecided
    },
    find: (target) => findOne(context, target),
    findMany: (ids) => findMany(context, ids),
    projectName,
    list: (query) => listObjects(context, query),
    count: (query) => countObjects(context, query),
    referenced: (keys) => findReferenced(context, keys),
    referrers: (query) => findReferrers(context, query),
    countReferrers: (id) => countReferrers(context, id),
    changes: (query) => findChanges(context, query),
    changeBodies: (places, within) => findChangeBodies(context, places, within),
    placesOf: (ids) => findPlaces(context, ids),
    events: (id, page) => findEvents(context, id, page),
    appliedResources: (id, page) => findAppliedPage(context, id, page),
    externalResources: (id, page) => findExternalPage(context, id, page),
    begin: (id, epoch) => begin(context, id, epoch),
    readopt: ({ id, epoch }, orphanedIds) => readopt(context, { objectId: id, epoch }, orphanedIds),
    keepLeases: (held) => keepLeases(context, held),
    takeDue: ({ most, ...options }) => dueQueueOf(options).take(most),
    report: (result) => logged(report(context, result)),
    applyOwned: (holder, documents, write) =>
      logged(applyOwned(context, { owner: holder, documents }, write), write),
    claimsOn: (id) => findOwners(context.sql, [id]),
    confirmRemoval: (request, write) => logged(confirmRemoval(context, request, write), write),
    confirmDeletion: (holder, write) => logged(confirmGone(context, holder, write), write),
    abandonedResources: (runtimeId) => findAbandonedResources(context, runtimeId),
    forgetAbandonedResources: (ids) => deleteAbandonedResources(context, ids),
    controlPlane: () => findControlPlane(context),
    labelId: (id) => findLabelId(context, id),
    orphansOf: (runtimeId, found) => findOrphans(context, runtimeId, found),
    inventory: (objectId) => findInventory(context, objectId),
    appliedTypes: (runtimeId) => findAppliedTypes(context, runtimeId),
    recordApplied: (objectId, epoch, resources) => recordApplied(context, { objectId, epoch }, resources),
    forgetApplied: (objectId, epoch, ids) => forgetApplied(context, { objectId, epoch }, ids),
    externalInventory: (objectId) => findExternal(context, objectId),
    recordExternal: (objectId, epoch, resources) => recordExternal(context, { objectId, epoch }, resources),
    forgetExternal: (objectId, epoch, ids) => forgetExternal(context, { objectId, epoch }, ids),
    externalOrphansOf: (found) => findExternalOrphans(context, found),
    secrets: (id) => openSecrets(context, id),
    openReferenced: (named) => openReferenced(context, named),
    recordEvent: (id, event) => recordEvent(context, id, event),
    digestKey: async () => context.encryption.digestKey,
  }
}
