import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { readGuide } from '../support/guide.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'

/** The guide docs/guide/definition-rollouts.md, as it is written, with a server that is killed on the way. */

let started: PlaneWithRuntime
let folder: string
beforeAll(async () => {
  started = await startPlaneWithRuntime({ ownProcesses: true })
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-waves-')))
})
afterAll(async () => {
  await started?.stop()
  await rm(folder, { recursive: true, force: true })
})

const cli = cliOf(() => started.plane)

/** Kills the server in the middle of whatever it does, and starts it again. */
async function restartServer(): Promise<void> {
  const { servers, url, startServer } = started.plane
  await servers[0]?.kill()
  await startServer(Number(new URL(url).port))
}

async function colours(): Promise<string> {
  const found = await Promise.all(
    ['web-a', 'web-b', 'web-c'].map(async (name) => {
      const { status } = await started.plane.ready('WorkloadInstance', name)
      const { namespace } = status.outputs as { namespace: string }
      const path = `/api/v1/namespaces/${namespace}/configmaps/settings`
      const found = await started.cluster.get(path)
      return String((found?.['data'] as Record<string, unknown> | undefined)?.['colour'])
    }),
  )
  return found.join(' ')
}

async function run(words: string): Promise<string> {
  const { exit, stdout, stderr } = await cli(words.split(' '))
  expect(exit, `${words}: ${stderr}${stdout}`).toBe(0)
  return stdout
}

it('rolls an edit out wave by wave, whatever becomes of the server', async () => {
  const { files, commands } = await readGuide('definition-rollouts.md')
  const [file = ''] = files
  const paths = new Map([
    ['web.yaml', file],
    ['green.yaml', file.replace('blue', 'green')],
    ['red.yaml', file.replace('blue', 'red').replace('settle: 1', 'paused: true')],
  ])
  for (const [name, text] of paths) await writeFile(join(folder, name), text)
  const outputs: string[] = []
  for (const command of commands) {
    const words = command.map((word) => (paths.has(word) ? join(folder, word) : word)).join(' ')
    outputs.push(await run(words))
    if (words.includes('green') && !words.includes('dry-run')) await restartServer()
  }
  const [, dryRun, applied, described, state] = outputs
  const reach =
    'reaches 3 objects in 3 waves: workload-instance/web-a (wave 1), workload-instance/web-b (wave 2), workload-instance/web-c (wave 3)'
  expect(dryRun).toContain(reach)
  expect(applied).toContain(reach)
  expect(described).toMatch(/Reaches: +3 objects, \d of them with the previous version/)
  expect(state).toBe('workload-definition/web is Complete in wave 3 of 3\n')
  expect(await colours()).toBe('green green green')
  await started.plane.gone('WorkloadDefinition', 'web.v1')

  await run(`apply -f ${join(folder, 'red.yaml')}`)
  await eventually(async () => {
    const { stdout } = await cli(['rollout', 'status', 'workload-definition/web', '--watch=false'])
    return stdout.includes('is Paused') || undefined
  })
  const startedAt = performance.now()
  const paused = await cli(['rollout', 'status', 'workload-definition/web', '--timeout', '300ms'])
  expect(paused).toMatchObject({ exit: 7, stdout: expect.stringContaining('web is Paused in wave') })
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  const retry = ['rollout', 'retry', 'workload-definition/web']
  for (const option of ['--job', '--owner']) {
    const refused = await cli([...retry, option, 'ann'])
    expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining(`${option} cannot be used`) })
  }
  expect(await run(`${retry.join(' ')} --dry-run -o name`)).toBe('workload-definition/web\n')
  const followed = await cli([...retry, '--dry-run=none', '--wait', '--timeout', '1s', '-o', 'json'])
  expect(followed).toMatchObject({ exit: 7, stderr: expect.stringContaining('web is ') })
  expect(JSON.parse(followed.stdout)).toMatchObject({ items: [{ metadata: { name: 'web' } }] })
  await run('rollout skip workload-definition/web --reason now')
  await eventually(async () => (await colours()) === 'red red red' || undefined, { within: 60_000 })
  const record = JSON.parse(await run('describe workload-definition/web -o json')) as { rollout: unknown }
  expect(record.rollout).toMatchObject({ state: 'Complete', waves: 3 })
  const { stderr } = await cli(['rollout', 'abort', 'workload-definition/web', '--reason', 'late'])
  expect(stderr).toContain('is over: it is Complete')
})
