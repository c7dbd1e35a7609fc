import { unplannable } from '../../../schema/graphql/unplannable.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import type {
  Applied,
  DeletionStep,
  ObjectTarget,
  WrittenObject,
} from '../../../schema/graphql/store-writes.ts'
import type { PlannedChange } from '../../../schema/graphql/store-plans.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { ObjectInput } from '../../../schema/inputs.ts'
import { withNewProjects } from '../write-items.ts'

/** What a mutation has done with an object that it names. */
export interface RecordedWrite extends Pick<PlannedChange, 'action' | 'differences' | 'warnings'> {
  object: StoredObject
}

/** What a mutation has done. */
export interface RecordedWrites {
  writes: RecordedWrite[]
  /** What the deletions were to delete, as it was before. */
  deletions: DeletionStep[]
  /** The objects as they were before, by their IDs. */
  before: Map<bigint, StoredObject>
}

/** Reads what a write is about to change. */
export interface ReadBefore {
  stepsOf(targets: readonly ObjectTarget[]): Promise<DeletionStep[]>
  /** Returns those of the objects that exist. */
  objectsOf(targets: readonly ObjectTarget[]): Promise<StoredObject[]>
}

const appliedActions = { created: 'create', updated: 'update', unchanged: 'keep' } as const

/** Returns a store that records the writes of a mutation. */
export function recordingStore(
  store: Store,
  { writes, deletions, before }: RecordedWrites,
  { stepsOf, objectsOf }: ReadBefore,
): Store {
  const readBefore = async (targets: readonly ObjectTarget[]): Promise<void> => {
    // One that is written twice keeps the state before the first write.
    for (const object of await objectsOf(targets)) if (!before.has(object.id)) before.set(object.id, object)
  }
  const add = (
    action: PlannedChange['action'],
    { differences, warnings = [], ...object }: WrittenObject,
  ): WrittenObject => {
    writes.push({ action, object, differences, warnings })
    return { ...object, differences, warnings }
  }
  const addApplied = (applied: readonly Applied[]): Applied[] => {
    for (const { object, result, differences, warnings = [] } of applied)
      writes.push({ action: appliedActions[result], object, differences, warnings })
    return withNewProjects(applied)
  }
  return {
    ...store,
    create: async (input, write) => add('create', await store.create(input, write)),
    update: async (edit, write) => {
      await readBefore([edit])
      const object = await store.update(edit, write)
      return add(object.differences.length === 0 ? 'keep' : 'update', object)
    },
    apply: async (inputs, write) => {
      await readBefore(inputs.map(targetOf))
      return addApplied(await store.apply(inputs, write))
    },
    rollProfile: async (roll, write) => addApplied(await store.rollProfile(roll, write)),
    rollBack: async (target, to, write) => {
      await readBefore([target])
      const applied = await store.rollBack(target, to, write)
      addApplied([applied])
      return applied
    },
    delete: async (targets, write) => {
      deletions.push(...(await stepsOf(targets)))
      const deleted = await store.delete(targets, write)
      return deleted.map((object) => add(object.differences.length === 0 ? 'keep' : 'delete', object))
    },
    controlRollout: () => Promise.reject(unplannable('a decision about a rollout')),
    trigger: () => Promise.reject(unplannable('a reconcile')),
    confirmRemoval: () => Promise.reject(unplannable('the confirmation of a removal')),
    sendTestNotification: () => Promise.reject(unplannable('a test notification')),
  }
}

/** Returns the target of an input, whose fields are checked by the write. */
function targetOf({ kind, name, project }: ObjectInput): ObjectTarget {
  return { kind, name: String(name), ...(project === undefined ? {} : { project: String(project) }) }
}
