import { randomBytes } from 'node:crypto'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { brokerNames } from '../../../schema/events.ts'
import { createLastLooks, type LastLooks } from '../../../workers/watch/last-looks.ts'

let connection: NatsConnection
const names = brokerNames(`t${randomBytes(4).toString('hex')}`)
beforeAll(async () => {
  connection = await connect({ servers: inject('natsUrl'), token: inject('natsToken') })
})
afterAll(() => connection.close())

const looksWith = (settings: object): LastLooks =>
  createLastLooks({ connection: () => connection }, { names, settings })

it('knows the looks of workers with the same settings, for each runtime', async () => {
  const [mine, theirs] = [looksWith({ image: 'a' }), looksWith({ image: 'a' })]
  expect(await theirs.isCurrent('1')).toBe(false)
  await mine.record('1')
  expect(await theirs.isCurrent('1')).toBe(true)
  expect(await theirs.isCurrent('2')).toBe(false)
})

it('knows no looks of workers with other settings', async () => {
  await looksWith({ image: 'a' }).record('3')
  expect(await looksWith({ image: 'b' }).isCurrent('3')).toBe(false)
  await looksWith({ image: 'b' }).record('3')
  expect(await looksWith({ image: 'a' }).isCurrent('3')).toBe(false)
})

it('loses them with the volume of the broker', async () => {
  const looks = looksWith({ image: 'a' })
  await looks.record('4')
  await (await jetstreamManager(connection)).streams.delete(`KV_${names.lookBucket}`)
  expect(await looks.isCurrent('4')).toBe(false)
})
