import { afterAll, expect, vi } from 'vitest'

/**
 * Resources that keep a process alive after its tests: sockets, timers, child processes. Vitest's own exist before the
 * first test.
 */
const before = count()

afterAll(async () => {
  // Closing is asynchronous, so handles that are being closed get a moment.
  for (let tries = 0; tries < 100 && leaked().length > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  expect(leaked(), 'resources that the test file left open').toEqual([])
  // Files share a process, and timers that are still fake would never fire in the next one.
  expect(vi.isFakeTimers(), 'fake timers that the test file left').toBe(false)
})

function leaked(): string[] {
  return [...count()].filter(([type, now]) => now > (before.get(type) ?? 0)).map(([type]) => type)
}

function count(): Map<string, number> {
  const watched = new Set(['TCPSocketWrap', 'TCPServerWrap', 'ProcessWrap', 'Worker', 'MessagePort'])
  const counts = new Map<string, number>()
  for (const type of process.getActiveResourcesInfo().filter((each) => watched.has(each)))
    counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}
