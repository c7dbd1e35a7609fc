import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import {
  buildQleetctl,
  qleetctl,
  repository,
  runProgram,
  type ProgramOptions,
} from '../support/run-program.ts'

let home: string
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'qleet-home-')))
  await buildQleetctl(home)
})
afterAll(async () => {
  await cli('down', '--purge')
  await rm(home, { recursive: true, force: true })
})

/** Every control plane here has a port of its own choice: the usual one may be in use. */
function cli(...argv: string[]) {
  return runProgram([qleetctl, ...argv], { home })
}

interface Status {
  running: boolean
  ready: boolean
  pid: number
  dataDir: string
  parts: { name: string; ready: boolean }[]
}

async function status(): Promise<Status> {
  return JSON.parse((await cli('status', '-o', 'json')).stdout) as Status
}

describe('a control plane on this machine', () => {
  it('starts, tells how it is, survives kill -9 and stops', async () => {
    expect(await cli('status')).toMatchObject({
      exit: 6,
      stdout: expect.stringContaining('Start it: qleetctl up --name local'),
    })
    const started = await cli('up', '-o', 'json')
    expect(started).toMatchObject({ exit: 0, stderr: expect.stringContaining('✔ Postgres') })
    const { serverUrl, kubeconfig } = JSON.parse(started.stdout) as Record<string, string>
    expect(existsSync(kubeconfig ?? '')).toBe(true)
    const first = await status()
    expect(first).toMatchObject({ running: true, ready: true })
    expect(first.parts.map(({ name }) => name)).toEqual(['server', 'worker', 'simulator'])
    expect(await cli('up')).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(`Control plane "local" is running already (process ${first.pid}).`),
    })

    process.kill(first.pid, 'SIGKILL')
    await eventually(async () => ((await status()).running ? undefined : true))
    expect(await cli('up')).toMatchObject({ exit: 0 })
    const second = await status()
    expect(second).toMatchObject({ running: true, ready: true, serverUrl })
    expect(second.pid).not.toBe(first.pid)

    expect(await cli('down')).toMatchObject({
      exit: 0,
      stdout: `Control plane "local" is stopped. Its data is in ${first.dataDir}.\n`,
    })
    expect(await cli('get', 'workloads')).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining('is not running. Start it: qleetctl up --name local'),
    })
    expect(await cli('down')).toMatchObject({ exit: 0, stderr: 'Control plane "local" is not running.\n' })
  }, 180_000)

  it('runs with `npm start` until Ctrl-C, with the sample application', async () => {
    const options: ProgramOptions = {
      home,
      onOutput: (text, signal) => text.includes('Running until Ctrl-C') && signal('SIGTERM'),
    }
    const data = join(home, 'started')
    const start = [process.execPath, join(repository, 'tools/start.mjs'), '--name', 'started', '--data', data]
    const { exit, stdout, stderr } = await runProgram(start, options)
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringContaining('✔ Sample application') })
    expect(stdout).toContain('get workloads')
    expect(await cli('status', '--name', 'started')).toMatchObject({ exit: 6 })
    const again = await runProgram([...start, '--exit-when-ready'], { home })
    expect(again).toMatchObject({ exit: 0, stdout: expect.stringContaining('is ready') })
    expect(await cli('down', '--purge', '--name', 'started')).toMatchObject({
      exit: 0,
      stdout: 'Control plane "started" and its data are gone.\n',
    })
  }, 180_000)
})
