import { schema, workerSchema } from '../../schema/graphql/schema.ts'
import { cliExits, errorTable } from '../../schema/errors.ts'
import { Trigger } from '../../schema/events.ts'
import { QueryRequest } from '../../schema/cluster-queries.ts'
import { ObjectStatus } from '../../schema/status.ts'
import type { CurrentCode } from './breaches.ts'
import { clusterQueries, triggers } from './messages.ts'

/** This code. */
export const current: CurrentCode = {
  schemas: { clients: schema, workers: workerSchema },
  readers: { trigger: Trigger, clusterQuery: QueryRequest, status: ObjectStatus },
  sends: {
    triggers: triggers.map((each) => Trigger.parse(each)),
    clusterQueries: clusterQueries.map((each) => QueryRequest.parse(each)),
  },
  errors: errorTable,
  exits: cliExits,
}
