import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { startOtherRelease, type OtherRelease } from '../support/other-release.ts'
import { serverEnv, runCli } from '../support/run-cli.ts'
import { defaultRuntime } from '../support/store.ts'

/* Runs a worker and qleetctl against servers of an earlier release. */

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

it('logs once that servers are older, stays running, and reconciles as soon as they are upgraded', async () => {
  older.unknown.add('StartReconcile')
  const worker = await plane.startWorker(undefined, older.url)
  await plane.client.apply(defaultRuntime)
  await eventually(async () => (older.refused >= 2 ? true : undefined))
  expect(older.refused).toBeGreaterThanOrEqual(2)
  const lines = await eventually(async () => {
    const messages = await releaseMessages(worker.log)
    return messages.length > 0 ? messages : undefined
  })
  expect(lines).toEqual([
    expect.stringMatching(
      /the server at \S+ runs release 0\.0\.9 and does not support a request of the worker \(release \S+\): .*Upgrade the servers\./,
    ),
  ])

  older.unknown.clear()
  // Resync triggers abandoned work again within half a minute; this is sooner.
  await plane.client.objects.reconcile({ kind: 'KubernetesRuntimeInstance', name: 'space' })
  await plane.ready('KubernetesRuntimeInstance', 'space')
  expect(await releaseMessages(worker.log)).toHaveLength(1)

  // So that an orchestrator replaces the servers first.
  const health = async (): Promise<unknown> => (await fetch(`${worker.url}/readyz`)).json()
  const reason = expect.stringMatching(
    /^the API server is of release 0\.0\.9, older than this worker \(\S+\)/,
  )
  expect(await health()).toEqual({ status: 'unready', reasons: [reason] })
  older.release = '99.0.0'
  expect(await health()).toEqual({ status: 'ok', reasons: [] })
  older.release = '0.0.9'
})

it('describes an object without its position in the queue where servers do not report it', async () => {
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

/** Returns what a worker has logged about releases. */
async function releaseMessages(log: string): Promise<string[]> {
  const text = await readFile(log, 'utf8')
  return text.split('\n').filter((line) => line.includes('UNSUPPORTED'))
}
