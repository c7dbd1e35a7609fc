import type { Store } from '../../../schema/graphql/store.ts'
import type { Verb } from '../../../schema/permissions.ts'
import { subjectOfEvent, subjectsOfEvents, type Subjects } from './scopes.ts'

/** The permission that a method of the store needs: a verb on the objects of the call. */
export interface Guard<Args extends unknown[]> {
  verb: Verb
  /** Returns the objects of a call; `everything` requires the verb in all scopes. */
  about(...args: Args): Subjects | 'everything'
  /** Set when the last argument contains the actor. */
  withActor?: true
}

/** The methods that throw FORBIDDEN when the actor may not call them; all others filter out what it may not read. */
export type GuardedName =
  | 'applyOwned'
  | 'apply'
  | 'startReconcile'
  | 'claimsOn'
  | 'createEvent'
  | 'deleteEvents'
  | 'replaceEvent'
  | 'confirmDeletion'
  | 'confirmRemoval'
  | 'controlPlane'
  | 'create'
  | 'delete'
  | 'dependencies'
  | 'relatedObjects'
  | 'retireChildren'
  | 'digestKey'
  | 'dueByKind'
  | 'stuck'
  | 'workLag'
  | 'forgetAbandonedResources'
  | 'externalInventory'
  | 'externalOrphansOf'
  | 'forgetApplied'
  | 'forgetExternal'
  | 'inventory'
  | 'renewLeases'
  | 'labelId'
  | 'openReferenced'
  | 'plannedPassword'
  | 'orphansOf'
  | 'plan'
  | 'planDeletion'
  | 'placeInstance'
  | 'readopt'
  | 'recordApplied'
  | 'recordExternal'
  | 'recordEvent'
  | 'releaseAttached'
  | 'report'
  | 'reportSchemas'
  | 'rollBack'
  | 'rollProfile'
  | 'controlRollout'
  | 'releasePolicies'
  | 'openRollouts'
  | 'advanceRollout'
  | 'secrets'
  | 'secretsOf'
  | 'finishTerraformRun'
  | 'recordTerraformState'
  | 'renewTerraformRun'
  | 'startTerraformRun'
  | 'acknowledgeMessage'
  | 'sendTestNotification'
  | 'closePullRequest'
  | 'takeNotifications'
  | 'terraformRun'
  | 'terraformState'
  | 'readState'
  | 'lockState'
  | 'unlockState'
  | 'writeState'
  | 'takeDue'
  | 'trigger'
  | 'triggerOwners'
  | 'triggerRuntime'
  | 'update'

/** The guards of all methods with side effects or secrets. */
export const guards: { [Name in GuardedName]: Guard<Parameters<Store[Name]>> } = {
  create: { verb: 'write', about: (input) => ({ inputs: [input] }), withActor: true },
  update: { verb: 'write', about: (edit) => ({ targets: [edit] }), withActor: true },
  apply: { verb: 'write', about: (inputs) => ({ inputs }), withActor: true },
  planDeletion: { verb: 'delete', about: (targets) => ({ targets }), withActor: true },
  plan: { verb: 'write', about: (inputs) => ({ inputs }), withActor: true },
  rollBack: { verb: 'write', about: (target) => ({ targets: [target] }), withActor: true },
  delete: { verb: 'delete', about: (targets) => ({ targets }), withActor: true },
  // Without objects, the roll writes whatever uses the profile, in any project.
  rollProfile: {
    verb: 'write',
    about: ({ profile, objects }) =>
      objects === undefined ? 'everything' : { targets: [{ ...profile, kind: 'Profile' }, ...objects] },
    withActor: true,
  },

  controlRollout: { verb: 'write', about: ({ target }) => ({ targets: [target] }), withActor: true },
  openRollouts: { verb: 'work', about: () => 'everything' },
  advanceRollout: { verb: 'work', about: (id) => ({ ids: [id] }) },

  trigger: { verb: 'operate', about: (target) => ({ targets: [target] }), withActor: true },
  confirmRemoval: { verb: 'operate', about: ({ target }) => ({ targets: [target] }), withActor: true },
  sendTestNotification: { verb: 'operate', about: (target) => ({ targets: [target] }), withActor: true },
  closePullRequest: { verb: 'operate', about: ({ webhook }) => ({ ids: [webhook] }) },
  controlPlane: { verb: 'operate', about: () => ({}) },
  dueByKind: { verb: 'operate', about: () => 'everything' },
  stuck: { verb: 'operate', about: () => 'everything' },
  workLag: { verb: 'operate', about: () => 'everything' },
  labelId: { verb: 'operate', about: (id) => ({ ids: [id] }) },
  orphansOf: { verb: 'operate', about: (runtimeId) => ({ ids: [runtimeId] }) },
  recordEvent: { verb: 'operate', about: (id) => ({ ids: [id] }) },
  createEvent: { verb: 'operate', about: ({ subject }) => subjectsOfEvents([subject]) },
  replaceEvent: {
    verb: 'operate',
    about: (event, { subject }) => subjectsOfEvents([subjectOfEvent(event), subject]),
  },
  deleteEvents: { verb: 'operate', about: (events) => subjectsOfEvents(events.map(subjectOfEvent)) },
  forgetAbandonedResources: { verb: 'forget', about: () => 'everything' },

  startReconcile: { verb: 'work', about: (id) => ({ ids: [id] }) },
  readopt: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  renewLeases: { verb: 'work', about: (held) => ({ ids: held.map(({ id }) => id) }) },
  takeDue: { verb: 'work', about: () => 'everything' },
  report: { verb: 'work', about: ({ id }) => ({ ids: [id] }), withActor: true },
  applyOwned: {
    verb: 'work',
    about: ({ id }, documents) => ({ ids: [id], inputs: documents }),
    withActor: true,
  },
  placeInstance: { verb: 'work', about: ({ id }) => ({ ids: [id] }), withActor: true },
  releaseAttached: { verb: 'work', about: ({ id }) => ({ ids: [id] }), withActor: true },
  dependencies: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  relatedObjects: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  releasePolicies: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  retireChildren: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  claimsOn: { verb: 'work', about: (id) => ({ ids: [id] }) },
  confirmDeletion: { verb: 'work', about: ({ id }) => ({ ids: [id] }), withActor: true },
  inventory: { verb: 'work', about: (id) => ({ ids: [id] }) },
  recordApplied: { verb: 'work', about: (id) => ({ ids: [id] }) },
  forgetApplied: { verb: 'work', about: (id) => ({ ids: [id] }) },
  reportSchemas: { verb: 'work', about: (id) => ({ ids: [id] }) },
  externalInventory: { verb: 'work', about: (id) => ({ ids: [id] }) },
  recordExternal: { verb: 'work', about: (id) => ({ ids: [id] }) },
  forgetExternal: { verb: 'work', about: (id) => ({ ids: [id] }) },
  readState: { verb: 'operate', about: (id) => ({ ids: [id] }) },
  lockState: { verb: 'operate', about: (id) => ({ ids: [id] }) },
  unlockState: { verb: 'operate', about: (id) => ({ ids: [id] }) },
  writeState: { verb: 'operate', about: (id) => ({ ids: [id] }) },
  takeNotifications: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  acknowledgeMessage: { verb: 'work', about: (id) => ({ ids: [id] }) },
  terraformRun: { verb: 'work', about: (id) => ({ ids: [id] }) },
  startTerraformRun: { verb: 'work', about: (id) => ({ ids: [id] }) },
  renewTerraformRun: { verb: 'work', about: (id) => ({ ids: [id] }) },
  terraformState: { verb: 'work', about: (id) => ({ ids: [id] }) },
  recordTerraformState: { verb: 'work', about: (id) => ({ ids: [id] }) },
  finishTerraformRun: { verb: 'work', about: (id) => ({ ids: [id] }) },
  externalOrphansOf: { verb: 'work', about: () => 'everything' },
  triggerOwners: {
    verb: 'work',
    about: (seen) => ({ ids: seen.map(({ ownerId }) => ownerId) }),
    withActor: true,
  },
  triggerRuntime: { verb: 'work', about: (runtimeId) => ({ ids: [runtimeId] }), withActor: true },
  secrets: { verb: 'work', about: (id) => ({ ids: [id] }) },
  secretsOf: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  openReferenced: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  plannedPassword: { verb: 'work', about: () => 'everything' },
  digestKey: { verb: 'work', about: () => ({}) },
}
