import type { PoolClient } from 'pg'
import { defaultPolicy, type ClusterPolicy } from '../../schema/clusters/policy.ts'
import type { Store } from '../../schema/graphql/store.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import { reconciledKindNames } from '../../schema/kinds/index.ts'
import type { Database } from '../../prisma/client.ts'
import { applyAll, createOne, findMany, findOne, findScopes, notFound, updateOne } from './objects.ts'
import type { Digester } from '../manifests/digests.ts'
import { checkErrors, inlineDigester } from './check-input.ts'
import { createProjectNames, type ProjectNames } from './project-names.ts'
import { confirmRemoval } from './confirm.ts'
import { findChangedObjects } from './changed-objects.ts'
import type { StoreContext } from './context.ts'
import { findDependencies } from './dependencies.ts'
import { confirmDeletion } from './confirm-deletion.ts'
import { deleteAll } from './delete.ts'
import { closePullRequest } from './closed-pull-requests.ts'
import { planDeletion } from './deletion-plan.ts'
import { createTogether } from './together.ts'
import { createDueQueues } from './due.ts'
import { findDueByKind } from './due-by-kind.ts'
import { findWorkLag } from './lag.ts'
import { StartedObjects } from './started-objects.ts'
import { findStuck } from './stuck.ts'
import type { Encryption } from './encryption.ts'
import { countHistory, findHistory, rollBack } from './history.ts'
import { controlRollout } from './definition-rollouts/control.ts'
import { findReach } from './definition-rollouts/reach.ts'
import { findOpenRollouts, findRollouts } from './definition-rollouts/rows.ts'
import { advanceRollout } from './definition-rollouts/step.ts'
import { findAppliedTypes, findInventory, findRecorded, removeApplied, recordTogether } from './inventory.ts'
import { findExternal, findExternalOrphans, removeExternal, recordExternal } from './external-resources.ts'
import {
  findAbandonedResources,
  deleteAbandonedResources,
  countAbandoned,
  findAbandonedPage,
} from './abandoned-resources.ts'
import { countEntries, findEntries } from './entries.ts'
import { createEvent, deleteEvents, replaceEvent } from './event-writes.ts'
import { countEvents, listEvents } from './events.ts'
import { findControlPlane, findLabelId, findOrphans, readopt } from './former-ids.ts'
import { once } from './idempotency-keys.ts'
import { acknowledgeMessage, addTestNotification, takeNotifications } from './notifications.ts'
import { applyOwned, releaseAttached } from './owned.ts'
import { findOwners } from './ownership.ts'
import { placeInstance } from './placement.ts'
import { planAll } from './plan.ts'
import { executePlan, findPlan, savePlan } from './plans/saved-plans.ts'
import { PolicyCache } from './policy-cache.ts'
import { queuePositions } from './queue.ts'
import { countObjects, listObjects } from './list.ts'
import { findChangeBodies, findChanges, findReferenced, countChanges, findChange } from './read.ts'
import { countReferrers, findReferrers } from './referrers.ts'
import { startReconcile, renewLeases, trigger, triggerOwners, triggerRuntime } from './reconcile.ts'
import { report } from './report.ts'
import { recordEvent } from './reported-events.ts'
import { findAppliedPage, findExternalPage, findEvents } from './pages.ts'
import { findRelatedObjects, retireChildren } from './related-objects.ts'
import { findReleasePolicies } from './release-policies.ts'
import { reportSchemas } from './runtime-schemas.ts'
import { rollProfile } from './roll-profile.ts'
import { countResources, listResources } from './resource-lists.ts'
import { openPassword } from './plans/planned-password.ts'
import { openReferenced, openRow, openSecrets } from './secrets.ts'
import { lockState, readState, unlockState, writeState } from './terraform-locks.ts'
import { findView, findViews, listStamps, listViews } from './views.ts'
import {
  findTerraformRun,
  finishTerraformRun,
  openTerraformState,
  recordTerraformState,
  renewTerraformRun,
  startTerraformRun,
} from './terraform-runs.ts'

export interface StoreOptions {
  database: Database
  encryption: Encryption
  /** The digester of long manifests. @default parses in the calling thread */
  digester?: Digester
  /** The policy for the addresses of clusters. @default the policy without settings of an operator */
  clusters?: ClusterPolicy
  /** Called after each write that grew the change log. */
  onChange?: () => void
}

/** Creates the store, the only component that reads and writes objects. */
export function createStore({
  database,
  encryption,
  digester = inlineDigester,
  clusters = defaultPolicy,
  onChange = () => undefined,
}: StoreOptions): Store {
  const { sql, reads, prisma } = database
  const own = { sql, encryption, reconciledKinds: reconciledKindNames }
  const context: StoreContext = {
    ...own,
    together: createTogether(own),
    reads,
    prisma,
    digester,
    clusters,
    policies: new PolicyCache(),
    inProgress: new Map(),
    started: new StartedObjects(),
  }
  const dueQueueOf = createDueQueues(database.sql)
  return buildStore(context, { onChange, projectName: createProjectNames(context), dueQueueOf })
}

interface StoreEnvironment {
  onChange: () => void
  projectName: ProjectNames
  dueQueueOf: ReturnType<typeof createDueQueues>
}

function buildStore(context: StoreContext, environment: StoreEnvironment): Store {
  const { onChange, projectName, dueQueueOf } = environment
  const logged = async <Result>(work: Promise<Result>, write?: Write): Promise<Result> => {
    const result = await work
    if (write?.dryRun !== true) onChange()
    return result
  }
  // Changes are visible only after the commit, so inner writes do not notify.
  const storeIn = (sql: PoolClient): Store =>
    buildStore({ ...context, sql }, { ...environment, onChange: () => undefined })
  return {
    once: (request, work) => logged(once(context, request, (sql) => work(storeIn(sql)))),
    savePlan: (planned, work) => savePlan(context, planned, { storeIn, work }),
    findPlan: (id) => findPlan(context, id),
    executePlan: ({ dryRun = false, ...execution }, work) =>
      logged(executePlan(context, execution, { storeIn, work, dryRun }), { actor: execution.actor, dryRun }),
    check: (checked, actor) => checkErrors(context.digester, checked, actor),
    create: (input, write) => logged(createOne(context, input, write), write),
    update: (edit, write) => logged(updateOne(context, edit, write), write),
    apply: (inputs, write) => logged(applyAll(context, inputs, write), write),
    plan: (inputs, write) => planAll(context, inputs, write),
    planDeletion: (targets, write) => planDeletion(context, targets, write),
    delete: (targets, write) => logged(deleteAll(context, targets, write), write),
    queuePositions: (ids) => queuePositions(context, ids),
    dueByKind: () => findDueByKind(context),
    stuck: (query) => findStuck(context, query),
    workLag: () => findWorkLag(context),
    rollBack: (target, { toGeneration }, write) =>
      logged(rollBack(context, { target, toGeneration }, write), write),
    history: (id, page) => findHistory(context, id, page),
    countHistory: (id) => countHistory(context, id),
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
    view: (target) => findView(context, target),
    views: (ids) => findViews(context, ids),
    listViews: (query) => listViews(context, query),
    listStamps: (query) => listStamps(context, query),
    count: (query) => countObjects(context, query),
    referenced: (keys) => findReferenced(context, keys),
    referrers: (query) => findReferrers(context, query),
    countReferrers: (id) => countReferrers(context, id),
    changes: (query) => findChanges(context, query),
    changedObjects: (query) => findChangedObjects(context, query),
    changeLogId: () => findControlPlane(context),
    countChanges: (query) => countChanges(context, query),
    findChange: (cursor, within) => findChange(context, cursor, within),
    findEntries: (keys) => findEntries(context, keys),
    countEntries: (type, objectId) => countEntries(context, type, objectId),
    abandonedPage: (query) => findAbandonedPage(context, query),
    countAbandoned: (query) => countAbandoned(context, query),
    changeBodies: (cursors, within) => findChangeBodies(context, cursors, within),
    objectScopes: (ids) => findScopes(context, ids),
    events: (id, page) => findEvents(context, id, page),
    listEvents: (query) => listEvents(context, query),
    countEvents: (filter) => countEvents(context, filter),
    listResources: (query) => listResources(context, query),
    countResources: (filter) => countResources(context, filter),
    appliedResources: (id, page) => findAppliedPage(context, id, page),
    externalResources: (id, page) => findExternalPage(context, id, page),
    startReconcile: (id, epoch) => startReconcile(context, id, epoch),
    readopt: ({ id, epoch }, orphanedIds) => readopt(context, { objectId: id, epoch }, orphanedIds),
    renewLeases: (held) => renewLeases(context, held),
    takeDue: ({ max, ...options }) => dueQueueOf(options).take(max),
    report: async (result) => {
      if (await report(context, result)) onChange()
    },
    applyOwned: (holder, documents, write) =>
      logged(applyOwned(context, { owner: holder, documents }, write), write),
    placeInstance: (holder, write) => logged(placeInstance(context, holder, write), write),
    releaseAttached: (holder, write) => logged(releaseAttached(context, holder, write), write),
    dependencies: (holder) => findDependencies(context, holder),
    relatedObjects: (holder) => findRelatedObjects(context, holder),
    retireChildren: (holder, ids) => retireChildren(context, holder, ids),
    claimsOn: (id) => findOwners(context.sql, [id]),
    releasePolicies: (holder) => findReleasePolicies(context, holder),
    controlRollout: (control, write) => logged(controlRollout(context, control, write), write),
    openRollouts: () => findOpenRollouts(context.sql),
    advanceRollout: (id) => logged(advanceRollout(context, id)),
    rollouts: (ids) => findRollouts(context.sql, ids),
    reach: (object, limit) => findReach(context, object, limit),
    rollProfile: (roll, write) => logged(rollProfile(context, roll, write), write),
    confirmRemoval: (request, write) => logged(confirmRemoval(context, request, write), write),
    confirmDeletion: (holder, write) => logged(confirmDeletion(context, holder, write), write),
    abandonedResources: (runtimeId) => findAbandonedResources(context, runtimeId),
    forgetAbandonedResources: (ids) => deleteAbandonedResources(context, ids),
    controlPlane: () => findControlPlane(context),
    labelId: (id) => findLabelId(context, id),
    orphansOf: (runtimeId, found) => findOrphans(context, runtimeId, found),
    inventory: (objectId) => findInventory(context, objectId),
    appliedTypes: (runtimeIds) => findAppliedTypes(context, runtimeIds),
    recordedResources: (runtimeId, type, page) => findRecorded(context, runtimeId, { type, ...page }),
    recordApplied: (objectId, epoch, resources) =>
      recordTogether(context, { holder: { objectId, epoch }, resources }),
    forgetApplied: (objectId, epoch, ids) => removeApplied(context, { objectId, epoch }, ids),
    reportSchemas: (objectId, epoch, report) => reportSchemas(context, { objectId, epoch }, report),
    externalInventory: (objectId) => findExternal(context, objectId),
    recordExternal: (objectId, epoch, resources) => recordExternal(context, { objectId, epoch }, resources),
    forgetExternal: (objectId, epoch, ids) => removeExternal(context, { objectId, epoch }, ids),
    externalOrphansOf: (found) => findExternalOrphans(context, found),
    terraformRun: (objectId) => findTerraformRun(context, objectId),
    startTerraformRun: (objectId, epoch, given) => startTerraformRun(context, { objectId, epoch }, given),
    renewTerraformRun: (objectId, runId, progress) =>
      renewTerraformRun(context, { objectId, runId }, progress),
    terraformState: (objectId) => openTerraformState(context, objectId),
    recordTerraformState: (objectId, runId, state) =>
      recordTerraformState(context, { objectId, runId }, state),
    finishTerraformRun: (objectId, runId, result) => finishTerraformRun(context, { objectId, runId }, result),
    takeNotifications: ({ id, epoch }, options) =>
      takeNotifications(context, { objectId: id, epoch }, options),
    acknowledgeMessage: (channelId, message) => acknowledgeMessage(context, channelId, message),
    closePullRequest: (end) => closePullRequest(context, end),
    sendTestNotification: (target, write) => addTestNotification({ ...context, projectName }, target, write),
    readState: (objectId) => readState(context, objectId),
    lockState: (objectId, lock) => lockState(context, objectId, lock),
    unlockState: (objectId, lockId) => unlockState(context, objectId, lockId),
    writeState: (objectId, edit) => writeState(context, objectId, edit),
    secrets: (id) => openSecrets(context, id),
    secretsOf: async (object) => {
      const { projectId } = object
      const project = projectId === null ? undefined : await projectName(projectId)
      return openRow(context, { ...object, project: project ?? null })
    },
    openReferenced: (named) => openReferenced(context, named),
    recordEvent: async (id, event) => {
      if (!(await recordEvent(context, id, event))) throw notFound({ id })
    },
    createEvent: (event) => createEvent(context, event),
    replaceEvent: (event, by) => replaceEvent(context, event, by),
    deleteEvents: (events) => deleteEvents(context, events),
    plannedPassword: async (sealed) => openPassword(context.encryption, sealed),
    digestKey: async () => context.encryption.digestKey,
  }
}
