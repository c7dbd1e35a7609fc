import type { AnyObject } from '../../../client-sdk/index.ts'
import { valueAt } from '../data/values.ts'

/** A resource in a cloud account that no object declares, as accounts report it. */
export interface CloudOrphan {
  id?: string
  arn?: string
  name?: string
  type?: string
  kind?: string
  region?: string
  /** In US dollars. */
  monthlyCost?: number
}

/** Returns the orphans that accounts have found, with the account of each. */
export function orphansOf(objects: readonly AnyObject[]): { account: AnyObject; orphan: CloudOrphan }[] {
  return objects.flatMap((account) => {
    const orphans = valueAt(account, 'status.outputs.orphans')
    // The server has validated outputs with the schema of the kind.
    return Array.isArray(orphans) ? (orphans as CloudOrphan[]).map((orphan) => ({ account, orphan })) : []
  })
}
