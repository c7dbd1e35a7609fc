import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { describe, expect, inject, it } from 'vitest'
import { runProgram } from '../support/run-program.ts'

const key = randomBytes(32).toString('base64')
const server = {
  QLEET_DATABASE_URL: 'postgres://qleet:canary@127.0.0.1:9/qleet',
  QLEET_NATS_URL: 'nats://127.0.0.1:9',
  QLEET_ENCRYPTION_KEY: key,
}
const worker = {
  QLEET_SERVER_URL: 'http://127.0.0.1:9',
  QLEET_WORKER_TOKEN: 'canary-canary-canary',
  QLEET_NATS_URL: 'nats://127.0.0.1:9',
}

function start(script: string, env: Record<string, string>) {
  return runProgram([process.execPath, script], { home: '/nonexistent', env })
}

describe('a process that cannot start', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'server/main.ts',
      {},
      [
        'QLEET_DATABASE_URL: is missing. Set it to the URL of a Postgres database, such as postgres://qleet@db/qleet.',
        'QLEET_NATS_URL: is missing. Set it to the URL of a NATS server with JetStream, such as nats://nats:4222.',
        'QLEET_ENCRYPTION_KEY: is missing. Set it to the output of `openssl rand -base64 32`, the same for all servers.',
      ],
    ],
    [
      'server/main.ts',
      { ...server, QLEET_PORT: '70000', QLEET_ADMIN_TOKEN: 'canary', QLEET_LOG_LEVEL: 'loud' },
      [
        'QLEET_PORT: must be at most 65535, got "70000". Set it to the port to listen on.',
        'QLEET_ADMIN_TOKEN: must have at least 20 characters. Set it to the token of the administrator.',
        'QLEET_LOG_LEVEL: must be one of "debug", "info", "warn", "error", got "loud".',
      ],
    ],
    [
      'workers/main.ts',
      { ...worker, QLEET_SERVER_URL: 'nowhere', QLEET_WORKER_THREADS: 'many' },
      [
        'QLEET_SERVER_URL: must be the URL of a QleetOS server, got "nowhere". Set it to the URL of a server, or of a ' +
          'load balancer in front of several, such as http://qleet:1323.',
        'QLEET_WORKER_THREADS: must be a number, got "many".',
      ],
    ],
    [
      'simulator/main.ts',
      { QLEET_SIMULATOR_PORT: 'x' },
      [
        'QLEET_SIMULATOR_DATA: is missing. Set it to the folder of its clusters.',
        'QLEET_SIMULATOR_TOKEN: is missing. Set it to the token that workers must send.',
        'QLEET_SIMULATOR_PORT: must be a port, got "x".',
      ],
    ],
  ])('%s prints a line for each invalid variable of %j, and no secret', async (script, env, lines) => {
    expect(await start(script, env)).toEqual({
      exit: 2,
      stdout: '',
      stderr: `Error: the environment is invalid:\n${lines.map((line) => `  ${line}\n`).join('')}`,
    })
  })

  it('reports a database that is unavailable, without its password', async () => {
    expect(await start('server/main.ts', server)).toEqual({
      exit: 6,
      stdout: '',
      stderr: 'Error: cannot use the database of QLEET_DATABASE_URL: connect ECONNREFUSED 127.0.0.1:9\n',
    })
  })

  it('reports a port that is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const run = await start('workers/main.ts', {
      ...worker,
      QLEET_NATS_URL: inject('natsUrl'),
      QLEET_NATS_TOKEN: inject('natsToken'),
      QLEET_WORKER_PORT: String(port),
    })
    await new Promise((resolve) => taken.close(resolve))
    expect(run).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining(
        `Error: cannot listen on 127.0.0.1:${port} (QLEET_WORKER_HOST, QLEET_WORKER_PORT)`,
      ),
    })
  })
})
