/** A promotion, as far as its approval is concerned. */
export interface Approval<Revision> {
  /** What identifies the revision, such as its number. */
  revision: Revision
  approver?: string | undefined
}

/** What the promotions to an environment have approved. */
export interface Approved<Revision> {
  /** The revision that was approved last; undefined if none was. */
  revision: Revision | undefined
  /** The newest revision that still lacks approvals, and who has approved it. */
  pending: { revision: Revision; approvers: readonly string[] } | undefined
}

/**
 * Returns what the promotions to an environment have approved, of which each revision needs a number by different users. Approvals
 * count from the moment at which the revision before was approved: to return to an earlier one, it has to be approved anew.
 *
 * @param promotions Oldest first.
 */
export function approvedRevision<Revision extends string | number>(
  promotions: readonly Approval<Revision>[],
  needed: number,
): Approved<Revision> {
  let revision: Revision | undefined
  const open = new Map<Revision, Set<string>>()
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
