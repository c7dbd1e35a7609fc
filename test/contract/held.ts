import { schema, workerSchema } from '../../schema/graphql/schema.ts'
import { cliExits, errorTable } from '../../schema/errors.ts'
import { Trigger } from '../../schema/events.ts'
import { QueryRequest } from '../../schema/cluster-queries.ts'
import { ObjectStatus } from '../../schema/status.ts'
import type { Held } from './breaches.ts'
import { asks, triggers } from './messages.ts'

/** This code. */
export const held: Held = {
  schemas: { clients: schema, workers: workerSchema },
  readers: { trigger: Trigger, ask: QueryRequest, status: ObjectStatus },
  sends: {
    triggers: triggers.map((each) => Trigger.parse(each)),
    asks: asks.map((each) => QueryRequest.parse(each)),
  },
  errors: errorTable,
  exits: cliExits,
}
