import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client, type ControlPlaneStatus } from '../../client-sdk/index.ts'
import { goneAfter } from '../../schema/processes.ts'
import { release } from '../../schema/release.ts'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { defaultRuntime, definition } from '../support/store.ts'

/* What the API says about two servers and two workers while they run, end, disappear, and lose a cluster. */

let plane: TestControlPlane
let clients: Client[]
beforeAll(async () => {
  plane = await startControlPlane({ servers: 2, workers: 2, ownProcesses: true })
  clients = plane.servers.map(({ url }) => createClient({ url, token: plane.token }))
  await plane.client.apply([
    ...defaultRuntime,
    definition('web'),
    { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web' } },
  ])
  await plane.ready('WorkloadInstance', 'web')
}, 120_000)
afterAll(() => plane?.stop())

/** Waits until each server that runs says what is expected. */
async function allSay(matches: (status: ControlPlaneStatus) => boolean): Promise<ControlPlaneStatus> {
  let last: ControlPlaneStatus | undefined
  for (const client of clients)
    await eventually(
      async () => {
        last = await client.controlPlane()
        return matches(last) ? true : undefined
      },
      { within: 3 * goneAfter, every: 250 },
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${JSON.stringify(last, null, 2)}`)
    })
  if (last === undefined) throw new Error('no server was asked')
  return last
}

function statesOf({ processes }: ControlPlaneStatus): string[] {
  return processes.map(({ role, state }) => `${role} ${state}`).sort()
}

const portOf = (url: string): string => new URL(url).port

describe('a control plane of two servers and two workers', () => {
  it('shows all of them on each server', async () => {
    const all = ['SERVER RUNNING', 'SERVER RUNNING', 'WORKER RUNNING', 'WORKER RUNNING']
    const status = await allSay(
      (each) =>
        statesOf(each).join() === all.join() &&
        each.processes.every(({ reconciles }) => reconciles === null || reconciles.running === 0),
    )
    expect(status).toMatchObject({ ready: true, problems: [], versionSkew: null })
    expect(status.stuck).toEqual({ totalCount: 0, objects: [] })
    for (const each of status.processes) {
      expect(each).toMatchObject({ release, apiVersion: 'qleet.io/v1', connectedToNats: true, breakers: [] })
      expect(each.memory).toBeGreaterThan(10_000_000)
    }
    expect(
      status.processes.filter(({ role }) => role === 'WORKER').map(({ reconciles }) => reconciles),
    ).toEqual(Array.from({ length: 2 }, () => ({ running: 0, slots: 32, limit: 128, threads: 1 })))
  })

  it('writes nothing to the database for that', async () => {
    const before = await writesOf('Process')
    const { processes } = await plane.client.controlPlane()
    const newest = Math.max(...processes.map(({ lastSeenAt }) => Date.parse(lastSeenAt)))
    // Each process has reported twice by then.
    await allSay((status) => status.processes.every((each) => Date.parse(each.lastSeenAt) > newest + 5000))
    expect(await writesOf('Process')).toBe(before)
  })

  it('shows the breaker of a cluster that does not respond, and what is stuck because of it', async () => {
    const { port } = new URL(plane.simulator.url)
    await plane.simulator.stop()
    await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name: 'web' })
    const status = await allSay(({ processes }) => processes.some(({ breakers }) => breakers.length > 0))
    const [breaker] = status.processes.flatMap(({ breakers }) => breakers)
    expect(breaker).toMatchObject({
      target: { kind: 'KubernetesRuntimeInstance', name: 'space', project: { name: 'default' } },
      message: expect.stringContaining('connection refused') as string,
    })
    expect(Date.now() - Date.parse(breaker?.since ?? '')).toBeLessThan(60_000)
    expect(status.problems.map(({ severity, reason }) => [severity, reason])).toEqual([
      ['WARNING', 'UpstreamUnreachable'],
    ])
    await eventually(async () => {
      const { rows } = await query(
        "SELECT failures FROM \"Object\" WHERE name = 'web' AND kind = 'WorkloadInstance'",
      )
      return Number(rows[0]?.['failures']) > 0 ? true : undefined
    })
    await query(
      `UPDATE "Object" SET status = jsonb_set(status, '{conditions}', (
         SELECT jsonb_agg(condition || jsonb_build_object('lastTransitionTime', now() - interval '11 minutes'))
         FROM jsonb_array_elements(status -> 'conditions') condition)) WHERE kind = 'WorkloadInstance'`,
    )
    const { stuck } = await plane.client.controlPlane()
    expect(stuck).toMatchObject({
      totalCount: 1,
      objects: [{ reason: 'FAILING', object: { kind: 'WorkloadInstance', name: 'web' } }],
    })
    await plane.startSimulator(Number(port))
    await allSay(({ processes }) => processes.every(({ breakers }) => breakers.length === 0))
  }, 120_000)

  it('shows a worker that was killed as gone since its last report, and one that ended as stopped', async () => {
    const [killed, stopped] = plane.workers
    await killed?.kill()
    const killedAt = Date.now()
    const status = await allSay((each) => statesOf(each).includes('WORKER GONE'))
    const gone = status.processes.find(({ state }) => state === 'GONE')
    expect(gone?.name.endsWith(`:${portOf(killed?.url ?? '')}`)).toBe(true)
    expect(Math.abs(Date.parse(gone?.lastSeenAt ?? '') - killedAt)).toBeLessThan(6000)
    expect(status).toMatchObject({ ready: true, problems: [{ severity: 'WARNING', reason: 'ProcessGone' }] })

    expect(await stopped?.stop()).toBe(true)
    const without = await allSay((each) => statesOf(each).includes('WORKER STOPPED'))
    expect(without.ready).toBe(false)
    expect(without.problems.map(({ severity, reason }) => [severity, reason])).toEqual([
      ['ERROR', 'NoWorker'],
      ['WARNING', 'ProcessGone'],
    ])
  }, 120_000)

  it('shows what waits while there is no worker', async () => {
    await plane.client.apply([{ kind: 'WorkloadInstance', name: 'late', spec: { definition: 'web' } }])
    const status = await allSay(({ queue }) => queue.due > 0)
    const [kind] = status.queue.kinds.filter(({ due }) => due > 0)
    expect(kind).toMatchObject({
      kind: 'WorkloadInstance',
      due: 1,
      running: 0,
      oldest: { name: 'late', kind: 'WorkloadInstance', queue: { position: 1 } },
    })
    expect(Date.now() - Date.parse(kind?.dueSince ?? '')).toBeLessThan(60_000)
  })

  it('still knows after a restart of all servers which worker is gone', async () => {
    await Promise.all(plane.servers.map((server) => server.kill()))
    const server = await plane.startServer()
    clients = [createClient({ url: server.url, token: plane.token })]
    const status = await allSay((each) => each.processes.filter(({ state }) => state === 'GONE').length === 3)
    expect(statesOf(status)).toEqual([
      'SERVER GONE',
      'SERVER GONE',
      'SERVER RUNNING',
      'WORKER GONE',
      'WORKER STOPPED',
    ])
  }, 120_000)
})

async function query(sql: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: plane.databaseUrl })
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(sql)
  } finally {
    await client.end()
  }
}

/** Returns the transactions that wrote the rows of a table. */
async function writesOf(table: string): Promise<string> {
  const { rows } = await query(`SELECT string_agg(xmin::text, ',' ORDER BY id) AS writers FROM "${table}"`)
  return String(rows[0]?.['writers'])
}
