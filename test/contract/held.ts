import { schema } from '../../schema/graphql/schema.ts'
import { cliExits, errorTable } from '../../schema/errors.ts'
import { WakeUp } from '../../schema/events.ts'
import { Ask } from '../../schema/cluster-queries.ts'
import { ObjectStatus } from '../../schema/status.ts'
import type { Held } from './breaches.ts'
import { asks, wakeUps } from './messages.ts'

/** This code. */
export const held: Held = {
  schema,
  readers: { wakeUp: WakeUp, ask: Ask, status: ObjectStatus },
  sends: {
    wakeUps: wakeUps.map((each) => WakeUp.parse(each)),
    asks: asks.map((each) => Ask.parse(each)),
  },
  errors: errorTable,
  exits: cliExits,
}
