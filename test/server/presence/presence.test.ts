import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProcessReport } from '../../../schema/processes.ts'
import { startPresence, type Presence, type PresenceLink } from '../../../server/presence/presence.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { processReport } from '../../support/process-report.ts'
import { noOtherServers } from '../../support/server.ts'

let database: TestDatabase
const started: Presence[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()))
  await database.sql.query('TRUNCATE "Process"')
})
afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()))
  await database.drop()
})

/** Milliseconds without a report after which a process is gone in these tests. */
const silence = 300
const worker = processReport()
const server = (name: string): ProcessReport => processReport({ role: 'server', name })

/** Starts the presence of a server; without a link, NATS is unavailable. */
function serverNamed(name: string, link: PresenceLink = noOtherServers): Presence {
  const log = pino({ level: 'silent' })
  const presence = startPresence({
    sql: database.sql,
    link,
    self: () => `server/${name}`,
    log,
    silence,
    interval: 20,
  })
  started.push(presence)
  return presence
}

/** Connects servers as core NATS does: what one sends, all others receive as data. */
function connected(count: number): PresenceLink[] {
  const receivers: ((report: unknown) => void)[] = []
  return Array.from({ length: count }, (_, index) => ({
    connected: true,
    shareReport: (report) => {
      const text = JSON.stringify(report)
      for (const [at, receive] of receivers.entries()) if (at !== index) receive(JSON.parse(text))
    },
    onReport: (receive) => void (receivers[index] = receive),
  }))
}

async function statesOf(presence: Presence): Promise<Record<string, string>> {
  const found = await presence.list()
  return Object.fromEntries(found.map(({ report, state }) => [report.name, state]))
}

/** Waits until a server knows these states. */
async function until(presence: Presence, expected: Record<string, string>): Promise<void> {
  await expect.poll(() => statesOf(presence), { timeout: 10_000, interval: 20 }).toEqual(expected)
}

/** Returns the transactions that wrote the rows. */
async function writers(): Promise<string[]> {
  const { rows } = await database.sql.query<{ writer: string }>(
    'SELECT xmin::text AS writer FROM "Process" ORDER BY id',
  )
  return rows.map(({ writer }) => writer)
}

describe('the processes that a server knows', () => {
  it('are those that report, with the newest report', async () => {
    const presence = serverNamed('a')
    await presence.report(worker)
    await presence.report({ ...worker, memory: 5 })
    expect(await presence.list()).toMatchObject([{ state: 'running', report: { memory: 5 } }])
  })

  it('are written once, however often they report', async () => {
    const presence = serverNamed('a')
    await presence.report(worker)
    const before = await writers()
    for (let round = 0; round < 20; round++) await presence.report({ ...worker, memory: round })
    expect(await writers()).toEqual(before)
    await presence.report({ ...worker, startedAt: '2026-11-26T09:00:00.000Z' })
    expect(await writers()).not.toEqual(before)
  })

  it('are gone once they are silent, which outlasts the server', async () => {
    const first = serverNamed('a')
    await first.report(worker)
    const reported = Date.now()
    await until(first, { 'worker:1': 'gone' })
    await eventually(async () => {
      const { rows } = await database.sql.query<{ state: string }>('SELECT state FROM "Process"')
      return rows[0]?.state === 'gone' ? true : undefined
    })
    await first.stop()
    const [known] = await serverNamed('b').list()
    expect(known?.state).toBe('gone')
    expect(Math.abs((known?.seenAt.getTime() ?? 0) - reported)).toBeLessThan(200)
  })

  it('have stopped if they say so, and run again if they are started again', async () => {
    const presence = serverNamed('a')
    await presence.report(worker)
    await presence.report({ ...worker, isLast: true })
    expect(await statesOf(presence)).toEqual({ 'worker:1': 'stopped' })
    await presence.report({ ...worker, startedAt: '2026-11-26T09:00:00.000Z' })
    expect(await statesOf(presence)).toEqual({ 'worker:1': 'running' })
  })

  it('are not those that ended long ago', async () => {
    const presence = serverNamed('a')
    await presence.report({ ...worker, name: 'old', isLast: true })
    await presence.stop()
    await database.sql.query(`UPDATE "Process" SET "seenAt" = now() - interval '11 minutes'`)
    const later = serverNamed('b')
    expect(await statesOf(later)).toEqual({})
    await later.report(worker)
    expect((await database.sql.query('SELECT FROM "Process"')).rowCount).toBe(1)
  })

  it('include those that a crashed server knew, which are gone if no server hears them', async () => {
    const first = serverNamed('a')
    await first.report(worker)
    await first.stop()
    const second = serverNamed('b')
    expect(await statesOf(second)).toEqual({ 'worker:1': 'running' })
    await until(second, { 'worker:1': 'gone' })
  })
})

describe('several servers', () => {
  it('know the same over NATS', async () => {
    const [one, other] = connected(2).map((link, index) => serverNamed(String(index), link))
    await one?.report(worker)
    await other?.report(server('b'))
    for (const each of [one, other])
      expect(each && (await statesOf(each))).toEqual({ b: 'running', 'worker:1': 'running' })
  })

  it('ignore reports that they do not understand', async () => {
    const [link, sender] = connected(2)
    const presence = serverNamed('a', link)
    sender?.shareReport({ name: 'of a later release' } as ProcessReport)
    expect(await presence.list()).toEqual([])
  })

  it('know the same without NATS, over the database', async () => {
    const [one, other] = [serverNamed('a'), serverNamed('b')]
    const reporting = setInterval(() => {
      void one.report(server('a'))
      void one.report(worker)
      void other.report(server('b'))
    }, 30)
    try {
      await until(other, { a: 'running', b: 'running', 'worker:1': 'running' })
      // Longer than a process may be silent, the other server only hears of the worker by the rows.
      const began = Date.now()
      while (Date.now() - began < 2 * silence)
        expect(await statesOf(other)).toMatchObject({ 'worker:1': 'running' })
    } finally {
      clearInterval(reporting)
    }
  })

  it('do not judge what they cannot hear', async () => {
    const one = serverNamed('a')
    await one.report(worker)
    await one.report(server('a'))
    await one.stop()
    // Another server that runs, and would hear the worker.
    const [link] = connected(1)
    const other = serverNamed('b', { ...link, connected: false } as PresenceLink)
    const reporting = setInterval(() => void serverRow('a'), 20)
    try {
      await until(other, { a: 'running', 'worker:1': 'unknown' })
    } finally {
      clearInterval(reporting)
    }
  })
})

/** Keeps the row of a server as fresh as it does itself. */
async function serverRow(name: string): Promise<void> {
  await database.sql.query(`UPDATE "Process" SET "seenAt" = now() WHERE id = $1`, [`server/${name}`])
}
