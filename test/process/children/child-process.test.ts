import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  waitUntil,
  staleProcessOf,
  startChild,
  stopStaleProcess,
  stopStaleProcessesIn,
  type ChildSpec,
} from '../../../process/children/child-process.ts'
import { settingsFromStdin } from '../../../process/receive-settings.ts'
import { findProcess } from '../../../process/children/process-table.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe('a child process', () => {
  test('has its pid and its output in the data folder while it runs, and no pid file afterwards', async () => {
    const spec = await childThat(`console.log('hello'); setInterval(() => {}, 1000)`)
    const child = await startChild({ ...spec, probe: async () => logHas(spec, 'hello') })
    expect(await readFile(join(spec.dataDir, 'child.pid'), 'utf8')).toBe(
      `${child.pid}\n${spec.ownArgument}\n`,
    )
    await child.stop()
    expect(await child.exited).toEqual({ code: null, signal: 'SIGTERM' })
    await expect(access(join(spec.dataDir, 'child.pid'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('that ignores the request to stop is killed after the grace period', async () => {
    const spec = await childThat(
      `process.on('SIGTERM', () => {}); console.log('deaf'); setInterval(() => {}, 1000)`,
    )
    const child = await startChild({ ...spec, graceMs: 100, probe: async () => logHas(spec, 'deaf') })
    await child.stop()
    expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' })
  })

  test('that exits before it is ready is reported at once with the end of its log', async () => {
    const spec = await childThat(`console.error('no such luck'); process.exit(3)`)
    const starting = startChild({ ...spec, probe: async () => logHas(spec, 'ready') })
    await expect(starting).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/child exited during startup \(exit code 3\).*no such luck/s),
    })
  })

  test('that never becomes ready is stopped at the deadline', async () => {
    const spec = await childThat(`setInterval(() => {}, 1000)`)
    const starting = startChild({ ...spec, readyWithinMs: 200, probe: async () => logHas(spec, 'ready') })
    await expect(starting).rejects.toMatchObject({
      message: expect.stringContaining('did not become ready in time'),
    })
    await expect(access(join(spec.dataDir, 'child.pid'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('whose program is missing is reported', async () => {
    const spec = await childThat('')
    const starting = startChild({ ...spec, command: '/no/such/program', probe: async () => undefined })
    await expect(starting).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: "'/no/such/program' cannot be run",
    })
  })
})

describe('a child process whose settings are not known yet', () => {
  const receiving = new URL('../../../process/receive-settings.ts', import.meta.url).href
  /** Prints when it has loaded its modules, and the setting that it receives. */
  const printing = async (): Promise<ChildSpec> => {
    const spec = await childThat(
      `import('${receiving}').then(async ({ receiveSettings }) => {
        console.log('loaded')
        await receiveSettings()
        console.log('NAME is ' + process.env.NAME)
        setInterval(() => {}, 1000)
      })`,
    )
    return { ...spec, args: [...spec.args, settingsFromStdin] }
  }

  test('is started before they are, and has them when it is ready', async () => {
    const spec = await printing()
    const settings = Promise.withResolvers<Record<string, string>>()
    const starting = startChild({
      ...spec,
      settings: () => settings.promise,
      probe: async () => logHas(spec, 'NAME is Zoë'),
    })
    await hasLoaded(spec)
    settings.resolve({ NAME: 'Zoë' })
    const child = await starting
    await child.stop()
    expect(await readFile(join(spec.dataDir, 'logs/child.log'), 'utf8')).toBe('loaded\nNAME is Zoë\n')
  })

  test('is stopped if there will be none', async () => {
    const spec = await printing()
    const settings = () => Promise.reject(new Error('Postgres does not start'))
    await expect(startChild({ ...spec, settings })).rejects.toThrow('Postgres does not start')
    await expect(access(join(spec.dataDir, 'child.pid'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is stopped with the start, even if they never are', async () => {
    const spec = await printing()
    const stopping = new AbortController()
    const starting = startChild({
      ...spec,
      settings: () => new Promise(() => undefined),
      signal: stopping.signal,
      probe: async () => logHas(spec, 'ready'),
    })
    await hasLoaded(spec)
    stopping.abort()
    await expect(starting).rejects.toMatchObject({
      message: expect.stringContaining('was stopped before it was ready'),
    })
  })

  test('exits with its parent process', async () => {
    const spec = await printing()
    const child = spawn(spec.command, spec.args, { stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([1, null])
  })
})

describe('a stale process of an earlier run', () => {
  test('is stopped if it was started with one of our arguments', async () => {
    const spec = await childThat(`console.log('up'); setInterval(() => {}, 1000)`)
    const child = await startChild({ ...spec, probe: async () => logHas(spec, 'up') })
    onTestFinished(async () => child.stop())
    await stopStaleProcess(staleProcessOf(spec))
    expect(await child.exited).toEqual({ code: null, signal: 'SIGTERM' })
  })

  test('is found by the pid files of a folder', async () => {
    const spec = await childThat(`console.log('up'); setInterval(() => {}, 1000)`)
    const child = await startChild({ ...spec, probe: async () => logHas(spec, 'up') })
    await writeFile(join(spec.dataDir, 'other.pid'), '1\n')
    await stopStaleProcessesIn(spec.dataDir)
    expect(await child.exited).toEqual({ code: null, signal: 'SIGTERM' })
  })

  test('is not an unrelated process with its pid', async () => {
    const spec = await childThat('')
    const stranger = spawn('sleep', ['60'])
    onTestFinished(() => void stranger.kill('SIGKILL'))
    await once(stranger, 'spawn')
    const pidFile = join(spec.dataDir, 'child.pid')
    await writeFile(pidFile, `${stranger.pid}\n`)
    await stopStaleProcess(staleProcessOf(spec))
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    expect(await findProcess(stranger.pid ?? 0)).toBeDefined()
    await expect(access(pidFile)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is not a process of a data folder whose name starts with ours', async () => {
    const spec = await childThat(`console.log('up'); setInterval(() => {}, 1000)`)
    const child = await startChild({ ...spec, probe: async () => logHas(spec, 'up') })
    onTestFinished(async () => child.stop())
    await stopStaleProcess({ ...staleProcessOf(spec), ownArgument: spec.ownArgument.slice(0, -1) })
    expect(await findProcess(child.pid)).toBeDefined()
  })

  test('that is a zombie counts as ended', async () => {
    // It ends after the exec: a shell would reap it.
    const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(String(line))
    expect(await waitUntil(async () => (await findProcess(pid)) === undefined, 5_000)).toBe(true)
    expect(process.kill(pid, 0)).toBe(true)
  })
})

async function childThat(script: string): Promise<ChildSpec> {
  const dataDir = await temporaryFolder()
  return {
    name: 'child',
    dataDir,
    command: process.execPath,
    args: ['-e', script, join(dataDir, 'own')],
    ownArgument: join(dataDir, 'own'),
    probe: async () => undefined,
  }
}

async function hasLoaded(spec: ChildSpec): Promise<void> {
  await eventually(() =>
    logHas(spec, 'loaded').then(
      () => true,
      () => undefined,
    ),
  )
}

async function logHas({ dataDir, name }: ChildSpec, text: string): Promise<void> {
  const log = await readFile(join(dataDir, 'logs', `${name}.log`), 'utf8')
  if (!log.includes(text)) throw new Error(`'${text}' is not in the log yet`)
}
