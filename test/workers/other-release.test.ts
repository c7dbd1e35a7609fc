import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { startOtherRelease, type OtherRelease } from '../support/other-release.ts'
import { serverEnv, runCli } from '../support/run-cli.ts'
import { defaultRuntime } from '../support/store.ts'

/* A worker and qleetctl before servers that are older than they are. */

let plane: TestControlPlane
let older: OtherRelease
beforeAll(async () => {
  plane = await startControlPlane({ workers: 0 })
  older = await startOtherRelease(plane.url)
  older.release = '0.0.9'
})
afterAll(async () => {
  await plane?.stop()
  await older?.stop()
})

it('says once that servers are older, stays, and reconciles as soon as they are upgraded', async () => {
  older.unknown.add('StartReconcile')
  const worker = await plane.startWorker(undefined, older.url)
  await plane.client.apply(defaultRuntime)
  await eventually(async () => (older.refused >= 2 ? true : undefined))
  expect(older.refused).toBeGreaterThanOrEqual(2)
  const lines = await eventually(async () => {
    const said = await sayings(worker.log)
    return said.length > 0 ? said : undefined
  })
  expect(lines).toEqual([
    expect.stringMatching(
      /the server at \S+ runs release 0\.0\.9 and does not support a request of the worker \(release \S+\): .*Upgrade the servers\./,
    ),
  ])

  older.unknown.clear()
  // What was given up is triggered again by resync, within half a minute; this is sooner.
  await plane.client.objects.reconcile({ kind: 'KubernetesRuntimeInstance', name: 'space' })
  await plane.ready('KubernetesRuntimeInstance', 'space')
  expect(await sayings(worker.log)).toHaveLength(1)
})

it('describes an object without its place in the queue where servers do not report it', async () => {
  const env = serverEnv({ url: older.url, token: plane.token })
  older.unknown.add('GetQueuePosition')
  const described = await runCli(['describe', 'runtime', 'space'], { env })
  expect(described).toMatchObject({ exit: 0, stdout: expect.stringContaining('space') })

  older.unknown.add('GetObject')
  expect(await runCli(['describe', 'runtime', 'space'], { env })).toMatchObject({
    exit: 9,
    stderr: expect.stringContaining(
      `The server at ${older.url} runs release 0.0.9 and does not support a request of qleetctl`,
    ),
  })
})

/** What a worker has said of releases. */
async function sayings(log: string): Promise<string[]> {
  const text = await readFile(log, 'utf8')
  return text.split('\n').filter((line) => line.includes('UNSUPPORTED'))
}
