import type { z } from 'zod'
import type { Promotion } from '../kinds/promotion.ts'

/** A promotion, as far as its approval is concerned. */
export type Approval = Pick<z.infer<(typeof Promotion)['spec']>, 'revision' | 'approver'>

/** What the promotions to an environment have approved. */
export interface Approved {
  /** The number of the revision that was approved last; undefined if none was. */
  revision: number | undefined
  /** The newest revision that still lacks approvals, and who has approved it. */
  pending: { revision: number; approvers: readonly string[] } | undefined
}

/**
 * Returns what the promotions to an environment have approved, of which each revision needs a number by different users. Approvals
 * count from the moment at which the revision before was approved: to return to an earlier one, it has to be approved anew.
 *
 * @param promotions Oldest first.
 */
export function approvedRevision(promotions: readonly Approval[], needed: number): Approved {
  let revision: number | undefined
  const open = new Map<number, Set<string>>()
  for (const { revision: named, approver = '' } of promotions) {
    const approvers = new Set([...(open.get(named) ?? []), approver])
    // The revision that was approved last stays so.
    if (named === revision || approvers.size >= needed) {
      revision = named
      open.clear()
      continue
    }
    // The newest one is the last.
    open.delete(named)
    open.set(named, approvers)
  }
  const newest = [...open].at(-1)
  return {
    revision,
    pending: newest === undefined ? undefined : { revision: newest[0], approvers: [...newest[1]] },
  }
}
