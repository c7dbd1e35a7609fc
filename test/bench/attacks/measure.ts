import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client as Postgres } from 'pg'
import { hashToken } from '../../../server/auth/credentials.ts'
import { milliseconds, type Figure } from '../figures.ts'
import type { Stack } from '../stack.ts'
import { attacks } from './all.ts'
import type { Attack } from './attack.ts'
import type { AttackOrder, AttackReport, HealthReport } from './messages.ts'

/** The maximum milliseconds by which an attack may delay others. */
const mostDelay = 250
/** The maximum bytes by which it may let the server grow. */
const mostMemory = 100_000_000
/** The rounds of an attack that delayed others too much. */
const mostRounds = 3
/** Milliseconds for which the server warms up, and for which the healthy client is measured without an attack. */
const warmUp = 15_000
const quiet = 5000
/** Milliseconds for which others are measured after the response to an attack. */
const after = 1000
/** Milliseconds that a server has for garbage collection after an attack. */
const rest = 3000
/** Milliseconds within which an attack must have a response. */
const longest = 180_000

/** Runs each attack beside a healthy client. @param only A part of the names of those to run */
export async function measureAttacks(stack: Stack, only: string): Promise<Figure[]> {
  const token = await anotherToken(stack.databaseUrl)
  const client = program('healthy-client.ts', stack.url, token, randomBytes(4).toString('hex'))
  try {
    await sleep(warmUp)
    const figures: Figure[] = []
    for (const attack of attacks.filter(({ name }) => name.includes(only)))
      figures.push(...(await measureAttack(stack, client, attack)))
    return figures
  } finally {
    client.kill()
  }
}

interface Measured {
  /** Milliseconds of the slowest request of the healthy client right before, and its delay beside the attack. */
  alone: number
  delay: number
  /** Bytes of the server before, and the additional ones at the peak and at the end. */
  memory: number
  grown: number
  left: number
  /** The unexpected responses, and all of them. */
  wrong: readonly string[]
  answers: readonly string[]
  failures: readonly string[]
}

/**
 * Other activity of the machine only adds to a delay, so the minimum of several rounds counts. For memory the maximum
 * does.
 */
async function measureAttack(stack: Stack, client: ChildProcess, attack: Attack): Promise<Figure[]> {
  process.stderr.write(`${attack.name} ...\n`)
  const rounds: Measured[] = []
  do rounds.push(await measureOnce(stack, client, attack))
  while (rounds.length < mostRounds && rounds.every(({ delay }) => delay > mostDelay))
  const { alone, delay } = rounds.reduce((best, each) => (each.delay < best.delay ? each : best))
  const { memory, grown, left } = rounds.reduce((worst, each) => (each.grown > worst.grown ? each : worst))
  const [wrong, answers, failures] = (['wrong', 'answers', 'failures'] as const).map((list) => [
    ...new Set(rounds.flatMap((each) => each[list])),
  ])
  const summary = (texts: readonly string[] = []): string => texts.join(', ').slice(0, 200)
  return [
    {
      what: `${attack.name}: delay of others`,
      value: milliseconds(delay),
      peer: `${milliseconds(alone)} alone`,
      budget: `< ${mostDelay} ms`,
      failed: delay > mostDelay,
    },
    {
      what: '  memory, at its peak and after',
      value: `${megabytes(grown)}, ${megabytes(left)}`,
      peer: `${megabytes(memory)} before`,
      budget: `< ${mostMemory / 1e6} MB`,
      failed: grown > mostMemory,
    },
    {
      what: '  answered',
      value: summary(wrong) === '' ? summary(answers) : `wrongly: ${summary(wrong)}`,
      budget: attack.expected.join(' or '),
      failed: summary(wrong) !== '',
    },
    ...(summary(failures) === ''
      ? []
      : [{ what: '  requests of others that failed', value: summary(failures), failed: true }]),
  ]
}

async function measureOnce(stack: Stack, client: ChildProcess, attack: Attack): Promise<Measured> {
  const attacker = program('attacker.ts')
  const order: AttackOrder = { attack: attack.name, step: 'prepare', url: stack.url, token: stack.token }
  try {
    await obeyed(attacker, order)
    await reportOf(client)
    await sleep(quiet)
    const alone = Math.max(...(await reportOf(client)).latencies)
    const pid = await stack.pidOf('server')
    const memory = watchMemory(pid)
    const { answers } = await obeyed(attacker, { ...order, step: 'run' })
    await sleep(after)
    const { latencies, failures } = await reportOf(client)
    await sleep(rest)
    const { before, peak, last } = await memory.end()
    const wrong = answers.filter((answer) => !attack.expected.includes(answer))
    if ((await stack.pidOf('server')) !== pid) wrong.push('the server has died')
    if (answers.length === 0) wrong.push('no response')
    return {
      alone,
      delay: Math.max(0, Math.max(...latencies) - alone),
      memory: before,
      grown: Math.max(0, peak - before),
      left: last - before,
      wrong,
      answers,
      failures,
    }
  } finally {
    attacker.kill()
  }
}

function program(file: string, ...args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function obeyed(attacker: ChildProcess, order: AttackOrder): Promise<AttackReport> {
  attacker.send(order)
  const late = AbortSignal.timeout(longest)
  // The type of this process's messages is known.
  const [report] = (await once(attacker, 'message', { signal: late }).catch(() => [
    { answers: [`none within ${longest / 1000} s`] },
  ])) as [AttackReport]
  return report
}

async function reportOf(client: ChildProcess): Promise<HealthReport> {
  client.send('report')
  const [report] = (await once(client, 'message')) as [HealthReport]
  return report
}

/** Samples the memory of a process repeatedly. Linux only. */
function watchMemory(pid: number) {
  const end = new AbortController()
  const watching = (async () => {
    const before = await memoryOf(pid)
    let [peak, last] = [before, before]
    while (!end.signal.aborted) {
      last = await memoryOf(pid)
      peak = Math.max(peak, last)
      await sleep(20)
    }
    return { before, peak, last }
  })()
  return {
    end: () => {
      end.abort()
      return watching
    },
  }
}

/** Bytes; 0 for a process that has ended. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

/** Creates a separate token, as limits are per token. */
async function anotherToken(databaseUrl: string): Promise<string> {
  const token = randomBytes(24).toString('hex')
  const database = new Postgres({ connectionString: databaseUrl })
  await database.connect()
  await database.query(`INSERT INTO "Token" (name, hash, actor) VALUES ('healthy', $1, 'ADMIN')`, [
    hashToken(token),
  ])
  await database.end()
  return token
}
