import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedFolder } from '../../embedded/postgres-location.ts'
import { eventually } from '../support/eventually.ts'
import { loginsBy } from '../support/login-link.ts'
import { installRuntime } from '../support/javascript-runtimes.ts'
import {
  buildQleetctl,
  hasKubectl,
  qleetctl,
  repository,
  runProgram,
  type ProgramOptions,
  type ProgramRun,
} from '../support/run-program.ts'

let home: string
/** The oldest Node that users may have, which is the first in their PATH. */
let oldestNode: string
let env: { PATH: string }
beforeAll(async () => {
  const { command } = await installRuntime('Node.js 20')
  oldestNode = command[0] ?? ''
  env = { PATH: [dirname(oldestNode), process.env['PATH']].join(delimiter) }
  home = await realpath(await mkdtemp(join(tmpdir(), 'qleet-home-')))
  await buildQleetctl(home)
})
afterAll(async () => {
  await cli('down', '--purge')
  await rm(home, { recursive: true, force: true })
})

function cli(...argv: string[]) {
  return runProgram([qleetctl, ...argv], { home, env })
}

/** The default port is used by the guide, which is tested at the same time. */
async function unusedPort(): Promise<string> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return String(port)
}

/** Returns the databases that belong to a data folder but are elsewhere, because root runs them under another account. */
async function databasesOf(dataDir: string): Promise<string[]> {
  const homes = await readdir(sharedFolder).catch(() => [])
  const folders = await Promise.all(
    homes.map((each) => readFile(join(sharedFolder, each, 'data-folder'), 'utf8').catch(() => '')),
  )
  return homes.filter((_, index) => folders[index]?.trim() === dataDir)
}

interface Status {
  running: boolean
  ready: boolean
  pid: number
  dataDir: string
  components: { name: string; ready: boolean }[]
  programs: Record<string, { version: string; origin: string }>
}

async function status(): Promise<Status> {
  return JSON.parse((await cli('status', '-o', 'json')).stdout) as Status
}

let tried: ProgramRun | undefined
let triedProgram: ProgramRun | undefined

/** The commands of README under "Use it", in order. */
async function tryReadme(): Promise<void> {
  const readme = await readFile(join(repository, 'README.md'), 'utf8')
  const use = readme.slice(readme.indexOf('## Use it'))
  const [, file = ''] = /^```yaml\n(.*?)^```$/ms.exec(use) ?? []
  await writeFile(join(home, 'hello.yaml'), file)
  const lines = [...use.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, text = '']) => text.split('\n'))
  const commands = lines
    .filter((line) => hasKubectl || !line.startsWith('kubectl'))
    .map((line) => line.replaceAll(/(hello\.yaml|test\.kubeconfig)/g, `${home}/$1`))
  tried = await runProgram(['bash', '-ec', commands.join('\n')], { home, env })
  const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(use) ?? []
  triedProgram = await tryProgram(program)
}

/** Runs in a folder that has the clone as a dependency, and without the last line, which never ends. */
async function tryProgram(text: string): Promise<ProgramRun> {
  const { stdout } = await cli('status', '--name', 'started', '-o', 'json')
  const { serverUrl, tokenFile } = JSON.parse(stdout) as { serverUrl: string; tokenFile: string }
  const lines = text.replace('http://127.0.0.1:1323', serverUrl).replace('.qleet/admin-token', tokenFile)
  await mkdir(join(home, 'node_modules'))
  await symlink(repository, join(home, 'node_modules/qleetos'))
  await writeFile(join(home, 'app.ts'), lines.replace(/^.*client\.follow.*$/m, ''))
  return runProgram([process.execPath, join(home, 'app.ts')], { home })
}

describe('a control plane on this machine', () => {
  it('starts, shows its status, survives kill -9 and stops', async () => {
    expect(await cli('status')).toMatchObject({
      exit: 6,
      stdout: expect.stringContaining('Start it: qleetctl up --name local'),
    })
    const started = await cli('up', '-o', 'json', '--port', '0')
    expect(started).toMatchObject({ exit: 0, stderr: expect.stringContaining('✔ Postgres') })
    const { serverUrl = '', kubeconfig } = JSON.parse(started.stdout) as Record<string, string>
    const { port } = new URL(serverUrl)
    expect(await cli('up', '--port', '1323')).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining(
        `"local" is already running on port ${port}, so it cannot listen on port 1323`,
      ),
    })
    const refused = await cli('up', '--name', 'other', '--data', join(home, 'other'), '--port', port)
    expect(refused).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use`),
    })
    expect(existsSync(join(home, 'other'))).toBe(false)
    expect(await databasesOf(join(home, 'other'))).toEqual([])
    expect(existsSync(kubeconfig ?? '')).toBe(true)
    const first = await status()
    expect(first).toMatchObject({ running: true, ready: true })
    expect(first.components.map(({ name }) => name)).toEqual(['server', 'worker', 'simulator'])
    expect(first.programs).toEqual({
      Postgres: { version: expect.stringMatching(/^18\./), origin: 'npm' },
      NATS: expect.objectContaining({ version: expect.stringMatching(/^2\./), origin: expect.any(String) }),
    })
    const { NATS } = first.programs
    const shown = `${NATS?.version} (${NATS?.origin})`
    expect(started.stderr).toContain(`✔ NATS JetStream  ${shown}`)
    expect((await cli('status')).stdout).toContain(shown)
    const attached = await cli('up')
    expect(attached).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(`Control plane "local" is already running (process ${first.pid}).`),
    })
    const link = /^Console: +(\S+) +\(once, within 5 minutes; later: qleetctl console\)$/m.exec(
      attached.stdout,
    )?.[1]
    expect(await loginsBy(link ?? '')).toEqual([204, 401])

    process.kill(first.pid, 'SIGKILL')
    await eventually(async () => ((await status()).running ? undefined : true))
    expect(await cli('up')).toMatchObject({ exit: 0 })
    const second = await status()
    expect(second).toMatchObject({ running: true, ready: true, serverUrl })
    expect(second.pid).not.toBe(first.pid)

    expect(await cli('down')).toMatchObject({
      exit: 0,
      stdout: `Control plane "local" stopped. Its data is kept in ${first.dataDir}.\n`,
    })
    expect(await cli('get', 'workloads')).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining('is not running. Start it: qleetctl up --name local'),
    })
    expect(await cli('down')).toMatchObject({ exit: 0, stderr: 'Control plane "local" is not running.\n' })
  }, 180_000)

  it('is started once by two concurrent commands, and both use it', async () => {
    const port = await unusedPort()
    const link = join(home, 'link')
    await symlink(home, link)
    // Through a link to the folder, which is not reachable for other users.
    const options = ['--name', 'twice', '--data', join(link, 'twice'), '--empty', '--port', port]
    const start = () => cli('up', ...options, '-o', 'json')
    onTestFinished(async () => void (await cli('down', '--purge', '--name', 'twice')))
    const both = await Promise.all([start(), start()])
    expect(both.map(({ exit, stderr }) => (exit === 0 ? '' : stderr))).toEqual(['', ''])
    const [one, other] = both.map(({ stdout }) => JSON.parse(stdout) as { pid: number })
    expect(one?.pid).toBe(other?.pid)

    // One that is being stopped is awaited, and started again.
    process.kill(one?.pid ?? 0, 'SIGTERM')
    const again = await start()
    expect(again, again.stderr).toMatchObject({ exit: 0 })
    const { pid } = JSON.parse(again.stdout) as { pid: number }
    expect(pid).not.toBe(one?.pid)
    const shown = await cli('status', '--name', 'twice')
    expect(shown, shown.stdout + shown.stderr).toMatchObject({ exit: 0 })
    expect(await cli('status', '--data', join(link, 'twice'))).toMatchObject({ exit: 0 })

    // It is empty, so a backup can be restored.
    const file = join(home, 'twice.backup')
    expect(await cli('backup', file, '--name', 'twice')).toMatchObject({ exit: 0 })
    const restored = await cli('restore', file, '--name', 'twice')
    expect(restored, restored.stderr).toMatchObject({ exit: 0 })
    expect(await cli('down', '--data', join(home, 'twice'))).toMatchObject({
      exit: 0,
      stdout: `Control plane "twice" stopped. Its data is kept in ${join(home, 'twice')}.\n`,
    })

    // In the foreground it shuts down in order when another terminal stops it.
    let stopped: Promise<ProgramRun> | undefined
    const foreground = await runProgram([qleetctl, 'up', ...options, '--foreground'], {
      home,
      env,
      onOutput: (text) => {
        if (text.includes('Running until Ctrl-C')) stopped ??= cli('down', '--name', 'twice')
      },
    })
    expect(foreground).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('Control plane "twice" was stopped.'),
    })
    expect(await stopped).toMatchObject({ exit: 0 })
  }, 180_000)

  it('runs with `npm start` until Ctrl-C, with the sample application', async () => {
    const options: ProgramOptions = {
      home,
      env,
      onOutput: (text, signal) => {
        if (text.includes('Running until Ctrl-C')) void tryReadme().finally(() => signal('SIGTERM'))
      },
    }
    const data = join(home, 'started')
    const start = [
      oldestNode,
      join(repository, 'tools/start.mjs'),
      '--name',
      'started',
      '--data',
      data,
      '--port',
      await unusedPort(),
    ]
    const { exit, stdout, stderr } = await runProgram(start, options)
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringContaining('✔ Sample application') })
    expect(stdout).toContain('get workloads')
    expect(tried).toEqual({ exit: 0, stdout: expect.stringContaining('hello'), stderr: tried?.stderr })
    expect(triedProgram).toMatchObject({ exit: 0, stdout: expect.stringContaining('hello READY') })
    expect(await cli('status', '--name', 'started')).toMatchObject({ exit: 6 })
    const again = await runProgram([...start, '--exit-when-ready'], { home, env })
    expect(again).toMatchObject({ exit: 0, stdout: expect.stringContaining('is ready') })
    expect(await cli('down', '--purge', '--name', 'started')).toMatchObject({
      exit: 0,
      stdout: 'Control plane "started" and its data deleted.\n',
    })
  }, 600_000)
})
