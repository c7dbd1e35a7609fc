import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startNats, type EmbeddedNats } from '../../embedded/nats.ts'
import { linkNats } from '../../process/nats-link.ts'
import { brokerNames } from '../../schema/events.ts'
import { connectBroker } from '../../server/delivery/broker.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const log = pino({ level: 'silent' })

/** A nats-server that can be killed, and started again at its address. */
async function startOwnNats() {
  const dataDir = await temporaryFolder()
  let nats: EmbeddedNats = await startNats({ dataDir })
  onTestFinished(() => nats.stop())
  const { url, port, token } = nats
  return {
    url,
    token,
    kill: async () => {
      process.kill(nats.pid, 'SIGKILL')
      await nats.exited
    },
    start: async () => void (nats = await startNats({ dataDir, port })),
    loseData: () => rm(join(dataDir, 'nats'), { recursive: true, force: true }),
  }
}

it('is connected again soon after an outage, also if the clock of the machine was set back meanwhile', async () => {
  const nats = await startOwnNats()
  const link = linkNats({ url: nats.url, token: nats.token, name: 'test', log })
  onTestFinished(() => link.close())
  let reconnections = 0
  link.onReconnected(() => (reconnections += 1))
  const becomes = (connected: boolean) =>
    eventually(async () => (link.isConnected === connected ? true : undefined))
  expect(await becomes(true)).toBe(true)

  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await nats.kill()
  expect(await becomes(false)).toBe(true)
  vi.setSystemTime(Date.now() - 10 * 60_000)
  await nats.start()
  expect(await becomes(true)).toBe(true)
  expect(reconnections).toBe(1)
})

it('gets its consumers again if NATS has lost them, and the stream exists', async () => {
  const nats = await startOwnNats()
  const names = brokerNames('test')
  const kinds = ['WorkloadInstance', 'GatewayInstance']
  const broker = await connectBroker({ url: nats.url, token: nats.token, prefix: 'test', log, kinds })
  onTestFinished(() => broker.close())
  const other = await connect({ servers: nats.url, token: nats.token })
  onTestFinished(() => other.close())
  const manager = await jetstreamManager(other)
  const { config } = await eventually(() => manager.streams.info(names.stream).catch(() => undefined))
  await nats.kill()
  await nats.loseData()
  await nats.start()
  // As another server leaves it that dies before it has created the consumers.
  await eventually(async () => manager.streams.add(config).catch(() => undefined))
  const queued = await eventually(() => broker.queued().catch(() => undefined))
  expect([...queued].map(([kind]) => kind)).toEqual(kinds)
})
