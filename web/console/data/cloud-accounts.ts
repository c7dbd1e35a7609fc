import type { AnyObject } from '../../../client-sdk/index.ts'
import { isRecord } from '../../../schema/records.ts'
import { allKinds, kindOf } from './kinds.ts'
import { valueAt } from './values.ts'

/* The accounts of clouds, in which objects are declared, and what else they have. */

export const accountKinds: readonly string[] = allKinds
  .filter(({ kind }) => kind.endsWith('Account'))
  .map(({ kind }) => kind)

/** Returns the account that the spec of an object, or of its definition, refers to. */
export function accountOf(object: AnyObject, definition: AnyObject | undefined): string | undefined {
  for (const each of [object, definition]) {
    if (each === undefined) continue
    const field = kindOf(each.kind).references.find(({ to }) => accountKinds.includes(to))?.field
    const name = field === undefined || !isRecord(each.manifestSpec) ? undefined : each.manifestSpec[field]
    if (typeof name === 'string') return name
  }
  return undefined
}

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

/** An orphan with the account that has found it. */
export interface FoundOrphan {
  account: AnyObject
  orphan: CloudOrphan
}

/** Returns the orphans that accounts have found. */
export function orphansOf(objects: readonly AnyObject[]): FoundOrphan[] {
  return objects.flatMap((account) => {
    const orphans = valueAt(account, 'status.outputs.orphans')
    // The server has validated outputs with the schema of the kind.
    return Array.isArray(orphans) ? (orphans as CloudOrphan[]).map((orphan) => ({ account, orphan })) : []
  })
}

/** Returns what orphans cost a month in US dollars, as far as it is known. */
export function costOfOrphans(orphans: readonly FoundOrphan[]): number {
  return orphans.reduce((sum, { orphan: { monthlyCost = 0 } }) => sum + monthlyCost, 0)
}
