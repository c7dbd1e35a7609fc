import type { Client } from '../../client-sdk/index.ts'
import type { Random } from '../support/random.ts'
import type { World } from './world/world.ts'

/** A desired object that the control plane has accepted. */
export interface Wish {
  kind: string
  name: string
  spec: Record<string, unknown>
}

/** Wishes by `kind name`; any other object is to be deleted. */
export type Wishes = Map<string, Wish>

export interface UserOptions {
  world: World
  random: Random
  client: Client
}

/** A user who changes their mind: creates, changes back and forth, deletes, and creates again under the same name. */
export interface User {
  wishes: Wishes
  /** The keys of what the user has recorded, which the control plane removes once it is old. @default none */
  records?: ReadonlySet<string>
  /** Creates what everything else depends on. */
  prepare(): Promise<void>
  /** Performs one action, until it is accepted or finally refused. */
  act(): Promise<void>
  /** Goes on with what the user has paused. @default nothing is paused */
  resume?(): Promise<void>
  /** Deletes everything that the user has created. */
  tearDown(): Promise<void>
}

export function keyOf({ kind, name }: { kind: string; name: string }): string {
  return `${kind} ${name}`
}
