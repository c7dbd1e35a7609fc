import { randomBytes } from 'node:crypto'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { brokerNames } from '../../../schema/events.ts'
import { createLocks } from '../../../workers/watch/watch-lock.ts'

let connection: NatsConnection
const names = brokerNames(`t${randomBytes(4).toString('hex')}`)
beforeAll(async () => {
  connection = await connect({ servers: inject('natsUrl'), token: inject('natsToken') })
})
afterAll(() => connection.close())

const link = { connection: () => connection, isConnected: true }

describe('a lock', () => {
  it('has one holder, until it is released', async () => {
    const [mine, theirs] = [createLocks(link, names), createLocks(link, names)]
    const lock = await mine.acquire('Widget', '1')
    expect(lock).toBeDefined()
    expect(await theirs.acquire('Widget', '1')).toBeUndefined()
    expect(await mine.acquire('Widget', '1')).toBeUndefined()
    expect(await lock?.renew()).toBe(true)
    await lock?.release()
    const next = await theirs.acquire('Widget', '1')
    expect(next).toBeDefined()
    expect(await lock?.renew()).toBe(false)
    await next?.release()
  })

  it('is lost with the volume of the broker, and its holder is notified', async () => {
    const locks = createLocks(link, names)
    const lock = await locks.acquire('Widget', '2')
    const manager = await jetstreamManager(connection)
    await manager.streams.delete(`KV_${names.lockBucket}`)
    expect(await lock?.renew()).toBe(false)
    // The first call finds the bucket missing, the next one creates it again.
    await locks.acquire('Widget', '2').catch(() => undefined)
    expect(await locks.acquire('Widget', '2')).toBeDefined()
    expect(await lock?.renew()).toBe(false)
  })

  it('stays with its holder while the broker is unavailable, and ends if the broker returns without it', async () => {
    const own = await connect({ servers: inject('natsUrl'), token: inject('natsToken') })
    const cut = { connection: () => own, isConnected: true }
    const lock = await createLocks(cut, names).acquire('Widget', '3')
    await own.close()
    cut.isConnected = false
    expect(await lock?.renew()).toBe(true)
    cut.isConnected = true
    await expect(lock?.renew()).rejects.toThrow('closed')
  })
})
