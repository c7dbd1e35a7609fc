import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findNatsServer } from '../../../server/embedded/nats-binary.ts'
import { startNats, type EmbeddedNats } from '../../../server/embedded/nats.ts'
import { findProcess } from '../../../server/embedded/process-table.ts'
import { runAndKill } from '../../support/killed-parent.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const module = JSON.stringify(join(import.meta.dirname, '../../../server/embedded/nats.ts'))

describe('embedded NATS', { timeout: 60_000 }, () => {
  test('keeps streams, port and token over kill -9', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await publishOne(first)
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const second = await start(dataDir)
    expect([second.url, second.token]).toEqual([first.url, first.token])
    expect(await messagesIn(second)).toBe(1)
  })

  test('lets nobody in without the token', async () => {
    const dataDir = await temporaryFolder()
    const { url } = await start(dataDir)
    await expect(connect({ servers: url, reconnect: false })).rejects.toThrow(/authorization/i)
    await expect(connect({ servers: url, token: 'guess', reconnect: false })).rejects.toThrow(
      /authorization/i,
    )
    expect((await stat(join(dataDir, 'nats.conf'))).mode & 0o777).toBe(0o600)
  })

  test('takes over from an orphan whose parent was killed', async () => {
    const dataDir = await temporaryFolder()
    const pid = Number(
      await runAndKill(`
        const { startNats } = await import(${module})
        const { pid } = await startNats({ dataDir: ${JSON.stringify(dataDir)} })
        process.stdout.write(String(pid))`),
    )
    expect(await findProcess(pid)).toBeDefined()
    await start(dataDir)
    expect(await findProcess(pid)).toBeUndefined()
  })

  test('starts empty when its store was removed', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await publishOne(first)
    await first.stop()
    await rm(join(dataDir, 'nats'), { recursive: true })
    const second = await start(dataDir)
    await expect(messagesIn(second)).rejects.toThrow(/stream not found/)
  })

  test('sets a store aside that it cannot read, and starts empty', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'nats'))
    await writeFile(join(dataDir, 'nats/jetstream'), 'a file where a folder has to be')
    await publishOne(await start(dataDir))
    expect((await stat(join(dataDir, 'nats.unreadable/jetstream'))).isFile()).toBe(true)
  })

  test('works in a folder with spaces and quotes in its name', async () => {
    const nats = await start(join(await temporaryFolder(), `it's a "folder"`))
    await publishOne(nats)
    expect(await messagesIn(nats)).toBe(1)
  })
})

describe('looking for nats-server', { timeout: 120_000 }, () => {
  const bare = { HOME: '/nonexistent', PATH: '' }

  test('takes the one that QLEET_NATS_SERVER names', async () => {
    const path = await fakeServer(await temporaryFolder(), '2.11.3')
    const found = await findNatsServer({ cacheDir: '/none', env: { ...bare, QLEET_NATS_SERVER: path } })
    expect(found).toEqual({ path, version: '2.11.3' })
  })

  test('refuses the named one when it is too old, saying what to set', async () => {
    const path = await fakeServer(await temporaryFolder(), '2.9.9')
    const search = findNatsServer({ cacheDir: '/none', env: { ...bare, QLEET_NATS_SERVER: path } })
    await expect(search).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `QLEET_NATS_SERVER names '${path}', which is version 2.9.9: set QLEET_NATS_SERVER to the path of nats-server 2.9.10 or newer`,
    })
  })

  test('takes the one in PATH, and passes one that is too old', async () => {
    const old = await temporaryFolder()
    const good = await temporaryFolder()
    await fakeServer(old, '2.1.0')
    const path = await fakeServer(good, '2.10.0')
    const found = await findNatsServer({ cacheDir: '/none', env: { ...bare, PATH: `${old}:${good}` } })
    expect(found.path).toBe(path)
  })

  test.runIf(process.platform === 'linux')(
    'gives several that download at the same time a whole one',
    async () => {
      const cacheDir = join(await temporaryFolder(), 'cache')
      const searches = [1, 2, 3].map(async () => findNatsServer({ cacheDir, env: bare }))
      const found = await Promise.all(searches)
      expect(new Set(found.map(({ path }) => path)).size).toBe(1)
    },
  )
})

async function start(dataDir: string): Promise<EmbeddedNats> {
  const nats = await startNats({ dataDir })
  onTestFinished(async () => nats.stop())
  return nats
}

async function publishOne(nats: EmbeddedNats): Promise<void> {
  await connected(nats, async (connection) => {
    const manager = await jetstreamManager(connection)
    await manager.streams.add({ name: 'kept', subjects: ['kept.>'] })
    await jetstream(connection).publish('kept.one', 'payload')
  })
}

async function messagesIn(nats: EmbeddedNats): Promise<number> {
  return connected(nats, async (connection) => {
    const manager = await jetstreamManager(connection)
    return (await manager.streams.info('kept')).state.messages
  })
}

async function connected<T>(
  nats: EmbeddedNats,
  work: (connection: NatsConnection) => Promise<T>,
): Promise<T> {
  const connection = await connect({ servers: nats.url, token: nats.token })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

async function fakeServer(folder: string, version: string): Promise<string> {
  const path = join(folder, 'nats-server')
  await writeFile(path, `#!/bin/sh\necho nats-server: v${version}\n`)
  await chmod(path, 0o755)
  return path
}
