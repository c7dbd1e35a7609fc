import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, longest first: one that starts last leaves all processors but one idle. */
const longest = [
  'test/simulation/mutants.test.ts',
  'test/repository/guide.test.ts',
  'test/cli/control-plane.test.ts',
  'test/cli/delivery-guide.test.ts',
  'test/workers/engine/pool.test.ts',
  'test/chaos/',
]

/** Files that mostly wait, for clusters or until a time is over. */
const waiting = ['test/workers/reconcilers/', 'test/workers/watch/', 'test/control-plane/']

/** Files that mostly use a processor: one with each that waits keeps all processors busy. */
const computing = [
  'test/simulation/',
  'test/embedded/postgres.test.ts',
  'test/server/store/interleavings/',
  'test/client-sdk/',
  'test/tools/',
  'test/web/',
  'test/server/',
]

/** Runs the files that take longest first, and those that wait beside others. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [first, notFirst] = split(sorted, longest)
    const [waitingOnes, notWaiting] = split(notFirst, waiting)
    const [computingOnes, others] = split(notWaiting, computing)
    return [...first, ...alternating(waitingOnes, computingOnes), ...others]
  }
}

/** Returns the files in some paths, in the order of these, and the others. */
function split(
  files: readonly TestSpecification[],
  paths: readonly string[],
): [TestSpecification[], TestSpecification[]] {
  const rankOf = ({ moduleId }: TestSpecification): number =>
    paths.findIndex((path) => moduleId.includes(`/${path}`))
  const chosen = files.filter((file) => rankOf(file) !== -1)
  return [
    chosen.toSorted((one, other) => rankOf(one) - rankOf(other)),
    files.filter((file) => rankOf(file) === -1),
  ]
}

function alternating<Item>(some: readonly Item[], more: readonly Item[]): Item[] {
  const length = Math.max(some.length, more.length)
  return Array.from({ length }, (_, index) => [some[index], more[index]])
    .flat()
    .filter((item) => item !== undefined)
}
