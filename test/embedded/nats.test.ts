import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startNats, type EmbeddedNats } from '../../embedded/nats.ts'
import { findProcess } from '../../process/children/process-table.ts'
import { runAndKill } from '../support/killed-parent.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const module = JSON.stringify(join(import.meta.dirname, '../../embedded/nats.ts'))

describe('embedded NATS', { timeout: 60_000 }, () => {
  test('keeps streams, port and token after kill -9', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await publishOne(first)
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const second = await start(dataDir)
    expect([second.url, second.token]).toEqual([first.url, first.token])
    expect(await messagesIn(second)).toBe(1)
  })

  test('refuses connections without the token', async () => {
    const dataDir = await temporaryFolder()
    const { url } = await start(dataDir)
    await expect(connect({ servers: url, reconnect: false })).rejects.toThrow(/authorization/i)
    await expect(connect({ servers: url, token: 'guess', reconnect: false })).rejects.toThrow(
      /authorization/i,
    )
    expect((await stat(join(dataDir, 'nats.conf'))).mode & 0o777).toBe(0o600)
  })

  test('replaces an orphan whose parent was killed', async () => {
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

  test('moves an unreadable store aside, and starts empty', async () => {
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
