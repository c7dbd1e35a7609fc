import { parentFields } from '../../schema/parents.ts'
import { listed, type Statement } from './sql.ts'

/** The children of $1. */
export const childrenOf = `SELECT "fromId" FROM "Reference" WHERE "toId" = $1 AND field IN (${listed(parentFields)})`

/** The gateways of the workloads that $1 owns: what requests it gets is theirs to decide. */
const gatewaysOf = `
  SELECT gateway.id FROM "Ownership"
    JOIN "Reference" attached ON attached."toId" = "ownedId" AND attached.field = 'workloadInstance'
    JOIN "Object" gateway ON gateway.id = attached."fromId" AND gateway.kind = 'GatewayInstance'
  WHERE "ownerId" = $1`

export const relatedTo: Statement = {
  name: 'find-related',
  text: `
  SELECT * FROM "Object"
  WHERE "deletionRequestedAt" IS NULL AND id = ANY(ARRAY(
    SELECT "ownedId" FROM "Ownership" WHERE "ownerId" = $1
    UNION SELECT "toId" FROM "Reference" WHERE "fromId" = $1 AND field LIKE '%.%'
    UNION ${childrenOf}
    UNION ${gatewaysOf}
  )) ORDER BY id`,
}
