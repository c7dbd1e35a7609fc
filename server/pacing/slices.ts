/** Long work in slices, so that others are answered in between. */
export interface Slices {
  /** Counts what is about to be done, and lets others go first when the slice is used up. */
  spend(cost?: number): Promise<void>
}

/**
 * What one slice may cost: a cost of 1 is about a hundredth of a millisecond, as the check of a small object takes. Counted
 * and not timed, so that the same work has the same slices wherever it is done.
 */
const slice = 500

export function createSlices(): Slices {
  let left = slice
  return {
    spend: async (cost = 1) => {
      left -= cost
      if (left > 0) return
      left = slice
      await new Promise<void>((resolve) => setImmediate(resolve))
    },
  }
}
