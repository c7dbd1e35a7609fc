import { Session, type HeapProfiler, type Profiler } from 'node:inspector/promises'

/** What some work costs in this process, in counts that hardly depend on the machine. */
export interface CountedWork {
  /** Calls of functions of JavaScript. */
  calls: number
  /** Bytes of memory that were allocated, with those that are free again. */
  allocated: number
}

/** The average distance of two samples of the allocations, in bytes. */
const samplingInterval = 2048

/** Counts the calls and the allocations of some work, in two runs of it: counting calls allocates memory. */
export async function countedWork(work: () => Promise<unknown>): Promise<CountedWork> {
  const session = new Session()
  session.connect()
  try {
    const calls = await callsOf(session, work)
    return { calls, allocated: await allocatedBy(session, work) }
  } finally {
    session.disconnect()
  }
}

async function callsOf(session: Session, work: () => Promise<unknown>): Promise<number> {
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  await session.post('Profiler.disable')
  return sum(result.flatMap(({ functions }) => functions.map(callsOfFunction)))
}

function callsOfFunction({ ranges: [whole] }: Profiler.FunctionCoverage): number {
  return whole?.count ?? 0
}

async function allocatedBy(session: Session, work: () => Promise<unknown>): Promise<number> {
  const collected = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true }
  await session.post('HeapProfiler.startSampling', { samplingInterval, ...collected })
  await work()
  const { profile } = await session.post('HeapProfiler.stopSampling')
  return allocatedIn(profile.head)
}

function allocatedIn({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return selfSize + sum(children.map(allocatedIn))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
