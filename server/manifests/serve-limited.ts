import { threadId } from 'node:worker_threads'
import { threadCpuTime } from '../../process/cpu-time.ts'

/** What a limited thread is sent. */
export interface LimitedTask<Work> {
  work: Work
  /** Where the thread writes, before it works: its id, and its CPU time in milliseconds. */
  started: Float64Array<SharedArrayBuffer>
}

/** Returns the function of a limited thread that does such work. */
export function serveLimited<Work, Result>(handle: (work: Work) => Result) {
  return ({ work, started }: LimitedTask<Work>): Result => {
    started.set([threadId, threadCpuTime()])
    return handle(work)
  }
}
