import type { Store } from '../../../schema/graphql/store.ts'
import type { Verb } from '../../../schema/permissions.ts'
import type { Subjects } from './places.ts'

/** What a method of the store needs: a verb, for all that a call is about. */
export interface Guard<Args extends unknown[]> {
  verb: Verb
  /** `everything` is permitted to those only who have the verb everywhere. */
  about(...args: Args): Subjects | 'everything'
  /** Whether the last argument says who writes. */
  signed?: true
}

/** Methods that throw FORBIDDEN where an actor may not call them; all others leave out what it may not read. */
export type GuardedName =
  | 'applyOwned'
  | 'apply'
  | 'begin'
  | 'claimsOn'
  | 'confirmDeletion'
  | 'confirmRemoval'
  | 'controlPlane'
  | 'create'
  | 'delete'
  | 'digestKey'
  | 'forgetAbandonedResources'
  | 'externalInventory'
  | 'externalOrphansOf'
  | 'forgetApplied'
  | 'forgetExternal'
  | 'inventory'
  | 'keepLeases'
  | 'labelId'
  | 'openReferenced'
  | 'orphansOf'
  | 'readopt'
  | 'recordApplied'
  | 'recordExternal'
  | 'recordEvent'
  | 'report'
  | 'secrets'
  | 'takeDue'
  | 'trigger'
  | 'triggerOwners'
  | 'triggerRuntime'
  | 'update'

export const guards: { [Name in GuardedName]: Guard<Parameters<Store[Name]>> } = {
  create: { verb: 'write', about: (input) => ({ inputs: [input] }), signed: true },
  update: { verb: 'write', about: (edit) => ({ targets: [edit] }), signed: true },
  apply: { verb: 'write', about: (inputs) => ({ inputs }), signed: true },
  delete: { verb: 'delete', about: (targets) => ({ targets }), signed: true },

  trigger: { verb: 'operate', about: (target) => ({ targets: [target] }), signed: true },
  confirmRemoval: { verb: 'operate', about: ({ target }) => ({ targets: [target] }), signed: true },
  controlPlane: { verb: 'operate', about: () => ({}) },
  labelId: { verb: 'operate', about: (id) => ({ ids: [id] }) },
  orphansOf: { verb: 'operate', about: (runtimeId) => ({ ids: [runtimeId] }) },
  recordEvent: { verb: 'operate', about: (id) => ({ ids: [id] }) },
  forgetAbandonedResources: { verb: 'forget', about: () => 'everything' },

  begin: { verb: 'work', about: (id) => ({ ids: [id] }) },
  readopt: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  keepLeases: { verb: 'work', about: (held) => ({ ids: held.map(({ id }) => id) }) },
  takeDue: { verb: 'work', about: () => 'everything' },
  report: { verb: 'work', about: ({ id }) => ({ ids: [id] }), signed: true },
  applyOwned: {
    verb: 'work',
    about: ({ id }, documents) => ({ ids: [id], inputs: documents }),
    signed: true,
  },
  claimsOn: { verb: 'work', about: (id) => ({ ids: [id] }) },
  confirmDeletion: { verb: 'work', about: ({ id }) => ({ ids: [id] }), signed: true },
  inventory: { verb: 'work', about: (id) => ({ ids: [id] }) },
  recordApplied: { verb: 'work', about: (id) => ({ ids: [id] }) },
  forgetApplied: { verb: 'work', about: (id) => ({ ids: [id] }) },
  externalInventory: { verb: 'work', about: (id) => ({ ids: [id] }) },
  recordExternal: { verb: 'work', about: (id) => ({ ids: [id] }) },
  forgetExternal: { verb: 'work', about: (id) => ({ ids: [id] }) },
  externalOrphansOf: { verb: 'work', about: () => 'everything' },
  triggerOwners: {
    verb: 'work',
    about: (seen) => ({ ids: seen.map(({ ownerId }) => ownerId) }),
    signed: true,
  },
  triggerRuntime: { verb: 'work', about: (runtimeId) => ({ ids: [runtimeId] }), signed: true },
  secrets: { verb: 'work', about: (id) => ({ ids: [id] }) },
  openReferenced: { verb: 'work', about: ({ id }) => ({ ids: [id] }) },
  digestKey: { verb: 'work', about: () => ({}) },
}
