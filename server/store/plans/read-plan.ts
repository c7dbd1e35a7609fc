import { PlatformError, shownValue } from '../../../schema/errors.ts'
import type { SavedPlan } from '../../../schema/graphql/store-plans.ts'
import { run, type Sql, type Statement } from '../sql.ts'

/** How long a plan can be executed and approved, and is kept. */
export const lifetime = '24 hours'

/** The number of plans of an actor that are kept: a request with many documents is large. */
export const maxPlans = 200

export interface PlanRow extends SavedPlan, Record<string, unknown> {
  request: string
}

/** Returns a plan; undefined if there is none, or its time is over. */
export async function readSavedPlan(sql: Sql, id: string): Promise<PlanRow | undefined> {
  const [row] = await run<PlanRow>(sql, readPlan, [id])
  return row
}

export function unknownPlan(id: string): PlatformError {
  return new PlatformError('NOT_FOUND', `there is no plan ${shownValue(id)}; ${howLong}. Make a new one.`)
}

/** How long plans are kept, in a clause. */
export const howLong = `plans are kept for ${lifetime}, ${maxPlans} of each user`

export const readPlan: Statement = {
  name: 'read-plan',
  text: 'SELECT * FROM "Plan" WHERE id = $1 AND "expiresAt" > now()',
}
