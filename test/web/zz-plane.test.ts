import { existsSync, writeFileSync, rmSync } from 'node:fs'
import { it } from 'vitest'
import { startPlaneWithRuntime } from '../support/plane-with-runtime.ts'
it('runs', { timeout: 3_600_000 }, async () => {
  rmSync('/tmp/b/stop', { force: true })
  const { plane, stop } = await startPlaneWithRuntime()
  writeFileSync('/tmp/b/plane.json', JSON.stringify({ url: plane.url, token: plane.token }))
  while (!existsSync('/tmp/b/stop')) await new Promise((resolve) => setTimeout(resolve, 1000))
  await stop()
})
