import type { StoreContext } from '../context.ts'
import type { RolloutRow } from './rows.ts'
import type { Unit } from './units.ts'

/** What is rolled out: a definition or a profile, with the objects that use it. Its methods are parts of one transaction. */
export interface Subject {
  units: readonly Unit[]
  /** What the row of the rollout has to remember of what was released. */
  former: RolloutRow['former']
  /** Reports whether an object does not have the present version. */
  isOutdated(unit: Unit): boolean
  /** Reports whether an object has got the present version in this rollout, and can return to the one before. */
  hasFormer(unit: Unit): boolean
  /** Gives objects the present version. */
  release(units: readonly Unit[]): Promise<void>
  /** Returns objects to the version that they had before. */
  restore(units: readonly Unit[]): Promise<void>
  /** Cleans up after the last wave. */
  finish(context: StoreContext): Promise<void>
}
