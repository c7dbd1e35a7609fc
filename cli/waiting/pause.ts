import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, or ends early when the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
