import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createClient } from '../../client-sdk/index.ts'
import { readServerConfig, type ServerConfig } from '../../server/config.ts'
import { runServer } from '../../server/run.ts'
import { readWorkerConfig } from '../../workers/config.ts'
import { runWorker } from '../../workers/run.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

/* Runs server and worker in this process: a leak fails this file (`leak-check.ts`). */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const log = pino({ level: 'silent' })
const [adminToken, workerToken] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
const broker = {
  QLEET_NATS_URL: inject('natsUrl'),
  QLEET_NATS_TOKEN: inject('natsToken'),
  QLEET_NATS_PREFIX: `t${randomBytes(4).toString('hex')}`,
}
const encryptionKey = randomBytes(32).toString('base64')

function serverConfig(more: Record<string, string> = {}): ServerConfig {
  return readServerConfig({
    ...broker,
    QLEET_DATABASE_URL: database.url,
    QLEET_PORT: '0',
    QLEET_ADMIN_TOKEN: adminToken,
    QLEET_WORKER_TOKEN: workerToken,
    QLEET_ENCRYPTION_KEY: encryptionKey,
    ...more,
  })
}

it('runs a server and a worker in one process, which reconcile, and stop once for repeated requests', async () => {
  const server = await runServer(serverConfig(), log)
  const worker = await runWorker(
    readWorkerConfig({
      ...broker,
      QLEET_SERVER_URL: server.address,
      QLEET_WORKER_TOKEN: workerToken,
      QLEET_WORKER_THREADS: '1',
    }),
    log,
  )
  const client = createClient({ url: server.address, token: adminToken })
  await client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
    { kind: 'KubernetesRuntimeInstance', name: 'space', spec: { definition: 'simulated' } },
  ])
  // There is no simulator, and the pool thread can report that only if it has these settings.
  const reconciled = await eventually(async () => {
    const object = await client.objects.get({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    return object !== undefined && object.observedGeneration > 0 ? object : undefined
  })
  expect(reconciled.ready).toBe(false)
  expect((await fetch(`${worker.address}/readyz`)).status).toBe(200)
  await Promise.all([worker.stop(), worker.stop()])
  await Promise.all([server.stop(), server.stop()])
  await expect(fetch(`${server.address}/healthz`)).rejects.toThrow('fetch failed')
  const { rows } = await database.sql.query('SELECT name FROM "Lease" WHERE "expiresAt" > now()')
  expect(rows).toEqual([])
})

it('leaves no resources open if it cannot start', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const config = serverConfig({ QLEET_PORT: String(port) })
  await expect(runServer(config, log)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('(QLEET_HOST, QLEET_PORT)'),
  })
  const { rows } = await database.sql.query('SELECT name FROM "Lease" WHERE "expiresAt" > now()')
  expect(rows).toEqual([])
  other.close()
})
