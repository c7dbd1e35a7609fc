import type { Draft } from '../../schema/inputs.ts'
import type { Surroundings } from '../../schema/delivery/surroundings.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { deliverySurroundings } from './delivery-surroundings.ts'
import { referencesOf } from './drafts.ts'
import { findObjects, keyText, type ObjectKey } from './lookups.ts'
import type { Sql } from './sql.ts'

/** The application of a promotion, and the objects around it. */
export interface Promoted {
  application: StoredObject
  around: Surroundings
}

/** Returns the application of a promotion; undefined for a missing one, which is reported as a missing reference. */
export type FindPromoted = (promotion: Draft) => Promise<Promoted | undefined>

/** Returns a function that reads the applications of promotions, each once for all checks of a write. */
export function promotedApplications(sql: Sql): FindPromoted {
  const found = new Map<string, Promise<Promoted | undefined>>()
  return async (promotion) => {
    const key = referencesOf(promotion).find(({ field }) => field === 'application')
    if (key === undefined) return undefined
    const text = keyText(key)
    const reading = found.get(text) ?? readPromoted(sql, key)
    found.set(text, reading)
    return reading
  }
}

async function readPromoted(sql: Sql, key: ObjectKey): Promise<Promoted | undefined> {
  const application = (await findObjects(sql, [key])).get(keyText(key))
  return application && { application, around: await deliverySurroundings(sql, application.id) }
}
