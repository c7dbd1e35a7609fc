/** Splits long synchronous work into slices, so that other requests are served in between. */
export interface Slices {
  /** Adds the cost of the next step, and yields to the event loop when the slice is used up. */
  spend(cost?: number): Promise<void>
}

/**
 * The budget of one slice. A cost of 1 is about 10 µs, the time to check a small object. Costs are counted rather than
 * timed, so that the same work has the same slices on every machine.
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
