import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, longest first: one that starts last leaves all processors but one idle. */
const longest = [
  'test/simulation/mutants.test.ts',
  'test/repository/guide.test.ts',
  'test/cli/control-plane.test.ts',
  'test/simulation/',
  'test/embedded/postgres.test.ts',
  'test/server/store/interleavings/',
  'test/chaos/',
  'test/workers/reconcilers/',
]

/** Runs the files that take longest first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((path) => moduleId.includes(`/${path}`))
  return rank === -1 ? longest.length : rank
}
