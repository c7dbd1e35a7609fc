import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../../process/children/stable-port.ts'
import { poll } from '../support/eventually.ts'
import { storedSetting, type Stack } from './stack.ts'

/** A server or a worker beside the one of a control plane. */
export interface FurtherProcess {
  part: 'server' | 'worker'
  pid: number
  url: string
  stop(): Promise<void>
}

const scripts = {
  server: 'dist/programs/server/main.mjs',
  worker: 'dist/programs/workers/main.mjs',
} as const
const ports = { server: 'QLEET_PORT', worker: 'QLEET_WORKER_PORT' } as const

/**
 * Starts another server or worker of the code that runs; resolves when it is ready.
 *
 * @param env Settings that differ from those of the first.
 */
export async function startFurther(
  stack: Stack,
  part: FurtherProcess['part'],
  env: Readonly<Record<string, string>> = {},
): Promise<FurtherProcess> {
  const { code, env: environment } = stack.started
  const port = await freePort()
  const settings = { ...(await settingsOf(stack)), [ports[part]]: String(port), ...env }
  const child = spawn(process.execPath, [join(code, scripts[part])], {
    // As the supervisor starts the first.
    env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', ...environment, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errors = text(child.stderr)
  const url = `http://127.0.0.1:${port}`
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const isKnown = await poll(async () => child.exitCode !== null || (await isReady()))
  if (isKnown !== true || child.exitCode !== null || child.pid === undefined) {
    await stopped(child)
    throw new Error(`another ${part} did not become ready: ${await errors}`)
  }
  return { part, pid: child.pid, url, stop: () => stopped(child) }
}

/** Returns the settings of servers and workers, from where the supervisor of a control plane keeps them. */
async function settingsOf({ url, databaseUrl, started }: Stack): Promise<Record<string, string>> {
  const stored = (name: string): Promise<string> => storedSetting(started.data, name)
  const [simulatorPort, natsPort] = await Promise.all([stored('simulator-port'), stored('nats-port')])
  const [encryptionKey = '', ...formerKeys] = (await stored('encryption-key')).split('\n')
  return {
    QLEET_SERVER_URL: url,
    QLEET_DATABASE_URL: databaseUrl,
    QLEET_NATS_URL: `nats://127.0.0.1:${natsPort}`,
    QLEET_NATS_TOKEN: await stored('nats-token'),
    QLEET_SIMULATOR_URL: `http://127.0.0.1:${simulatorPort}`,
    QLEET_SIMULATOR_TOKEN: await stored('simulator-token'),
    QLEET_ADMIN_TOKEN: await stored('admin-token'),
    QLEET_WORKER_TOKEN: await stored('worker-token'),
    QLEET_ENCRYPTION_KEY: encryptionKey,
    QLEET_FORMER_ENCRYPTION_KEYS: formerKeys.join(),
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
