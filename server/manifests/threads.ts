import { Piscina } from 'piscina'
import type { ManifestsDigest } from '../../schema/manifests.ts'
import { createKeyedLimiter } from '../pacing/keyed-limiter.ts'
import type { Digester } from './digests.ts'

export interface DigesterThreads extends Digester {
  close(): Promise<void>
}

export interface DigesterOptions {
  /**
   * Milliseconds that a text may take. 3 MB of manifests take about one and a half seconds, and many times as long where
   * processors are busy. @default 20000
   */
  longest?: number
  /** Megabytes that a thread may need: the longest object that Kubernetes stores (1.5 MB) needs about 60. @default 96 */
  memory?: number
}

/** Texts that may be read at once: one of a token, so that two tokens do not wait for each other. */
const threads = 2

/** Texts of one token that wait: more than an `apply` of ordinary definitions has at once. */
const mostWaiting = 100

/**
 * Reads texts in threads that end when there is nothing to do. A text that takes too long or needs too much memory costs
 * its thread and nothing else, and is refused for that.
 */
export function createDigesterThreads({
  longest = 20_000,
  memory = 96,
}: DigesterOptions = {}): DigesterThreads {
  const piscina = new Piscina<string, ManifestsDigest>({
    filename: new URL('thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 10_000,
    // With a large young generation a thread can overshoot by so much at once that the whole process ends with it.
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
    // Requests that need no text read go first where processors are few.
    niceIncrement: 10,
    atomics: 'disabled',
  })
  // The queue of Piscina stands still when its last thread is lost, so it never gets more than it has threads.
  const limiter = createKeyedLimiter({
    atOnce: threads,
    each: 1,
    waiting: mostWaiting,
    of: 'texts with manifests',
  })

  const read = async (text: string): Promise<ManifestsDigest> => {
    const late = AbortSignal.timeout(longest)
    try {
      return await piscina.run(text, { signal: late })
    } catch (error) {
      if (late.aborted) return refusal(`takes longer than ${longest / 1000} seconds to read`)
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isMemory) return refusal(`needs more than ${memory} MB of memory to be read`)
      throw error
    }
  }

  return {
    digest: (text, actor) => limiter.run(actor, () => read(text)),
    close: () => piscina.destroy(),
  }
}

function refusal(message: string): ManifestsDigest {
  const remedy = 'Split the text over several WorkloadDefinitions.'
  return { resources: [], errors: [{ path: '', message, remedy }] }
}
