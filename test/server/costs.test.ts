import { readFileSync, writeFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  ApplyDocument,
  CreateWorkloadDefinitionDocument,
  GetWorkloadInstanceDocument,
  ListWorkloadInstanceDocument,
} from '../../client-sdk/generated/documents.ts'
import { ReportReconcileDocument, StartReconcileDocument } from '../../workers/generated/documents.ts'
import { countedWork } from '../support/counted-work.ts'
import { rowsRead, withoutAutovacuum } from '../support/rows-read.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { defaultRuntime, definition, statusWith, workload, write } from '../support/store.ts'

/*
 * What the key paths of the API cost, against the last release: a change that makes one of them much more expensive fails here. Clocks
 * of shared machines are not reliable; these counts hardly differ between machines. With QLEET_RECORD_COSTS=1, the test records them,
 * for a release or for a change that is worth its costs.
 */

/** The costs of one operation. */
interface Costs {
  /** Statements in Postgres, with the beginnings and ends of transactions: one round trip each. */
  statements: number
  /** Rows and index entries that Postgres reads. */
  rows: number
  /** Calls of functions of JavaScript, with those of the client of the test. */
  calls: number
  /** Bytes that JavaScript allocates. */
  allocated: number
}

const file = new URL('costs.json', import.meta.url)
const recorded = JSON.parse(readFileSync(file, 'utf8')) as { release: string; costs: Record<string, Costs> }
const isRecording = process.env['QLEET_RECORD_COSTS'] === '1'

/** The factor above which a cost fails, and what is added to it: a statement more or a few rows are no regression of a path. */
const limit = 1.3
const tolerance: Costs = { statements: 0.5, rows: 20, calls: 200, allocated: 10_000 }

/** How often each operation is repeated in one measurement: polls in the background count as well. */
const repetitions = 20
const present = 100

/** How often a path is measured while it seems too expensive: what happens beside it is not its cost. */
const attempts = 5

let server: TestServer
let id = ''
beforeAll(async () => {
  server = await createTestServer(undefined, { pollInterval: 1000 })
  await withoutAutovacuum(server.database)
  const names = Array.from({ length: present }, (_, index) => `shop-${index}`)
  await server.store.apply([...defaultRuntime, ...names.flatMap(workload)], write)
  id = String((await server.store.find({ kind: 'WorkloadInstance', name: 'shop-1' }))?.id)
})
afterAll(async () => {
  await server.stop()
  if (isRecording) writeFileSync(file, `${JSON.stringify({ ...recorded, costs: measured }, undefined, 2)}\n`)
})

type Send = TestServer['graphql']

async function succeeded(sent: ReturnType<Send>): Promise<Record<string, unknown>> {
  const { status, body } = await sent
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('errors')
  return body.data ?? {}
}

const graphql = (document: object, variables: object) =>
  succeeded(server.graphql(String(document), variables))
const asWorker = (document: object, variables: object) =>
  succeeded(server.workers(String(document), variables))

const paths: Record<string, (index: number) => Promise<unknown>> = {
  'REST GET of an object': async () => {
    expect(await server.rest('GET', `/v0/workload-instances/${id}`)).toMatchObject({ status: 200 })
  },
  'a query of an object by its name': () =>
    graphql(GetWorkloadInstanceDocument, { by: { named: { name: 'shop-1' } } }),
  'a query of a page of 100': () => graphql(ListWorkloadInstanceDocument, { first: present }),
  'a mutation that creates an object': (index) =>
    graphql(CreateWorkloadDefinitionDocument, {
      input: { name: `made-${index}`, spec: definition('made').spec },
    }),
  'an apply of a workload': (index) =>
    graphql(ApplyDocument, { input: { documents: workload(`applied-${index}`) } }),
  'a reconcile that changes the status': async (index) => {
    const started = await asWorker(StartReconcileDocument, { id })
    const { epoch, triggers, object } = started['result'] as {
      epoch: number
      triggers: number
      object: { generation: number }
    }
    const status = { ...statusWith(index % 2 === 0), phase: index % 2 === 0 ? 'Ready' : 'Failed' }
    const report = { triggers, observedGeneration: object.generation, status, failures: 0, events: [] }
    await asWorker(ReportReconcileDocument, { id, epoch, report })
  },
}

const measured: Record<string, Costs> = {}

let next = 0

async function costsOf(run: (index: number) => Promise<unknown>): Promise<Costs> {
  const work = async (): Promise<void> => {
    for (let repetition = 0; repetition < repetitions; repetition++) await run((next += 1))
  }
  // Former versions of rows are gone, statements are prepared, and caches filled.
  await server.database.sql.query('VACUUM ANALYZE')
  await work()
  const { calls, allocated } = await countedWork(work)
  const rows = await rowsRead(server.database, work)
  const query = vi.spyOn(Client.prototype, 'query')
  await work()
  const statements = query.mock.calls.length
  query.mockRestore()
  const tenths = (total: number): number => Math.round((total / repetitions) * 10) / 10
  return {
    statements: tenths(statements),
    rows: tenths(rows),
    calls: Math.round(calls / repetitions),
    allocated: Math.round(allocated / repetitions),
  }
}

const kinds = ['statements', 'rows', 'calls', 'allocated'] as const

function highest(before: Costs, cost: keyof Costs): number {
  return limit * before[cost] + tolerance[cost]
}

/** The least that a path costs in some measurements: the first ones in which nothing was too expensive. */
async function leastCostsOf(run: (index: number) => Promise<unknown>, before: Costs): Promise<Costs> {
  let least = await costsOf(run)
  for (let attempt = 1; attempt < attempts; attempt++) {
    const current = least
    if (kinds.every((cost) => current[cost] <= highest(before, cost))) break
    const again = await costsOf(run)
    least = {
      statements: Math.min(least.statements, again.statements),
      rows: Math.min(least.rows, again.rows),
      calls: Math.min(least.calls, again.calls),
      allocated: Math.min(least.allocated, again.allocated),
    }
  }
  return least
}

describe.each(Object.entries(paths))('%s', (name, run) => {
  it(`costs at most ${limit} times what it cost in the last release`, async () => {
    if (isRecording) {
      measured[name] = await costsOf(run)
      return
    }
    const before = recorded.costs[name]
    expect(before, 'record the costs of a new path with QLEET_RECORD_COSTS=1').toBeDefined()
    if (before === undefined) return
    const costs = await leastCostsOf(run, before)
    for (const cost of kinds)
      expect(costs[cost], `${cost}: ${before[cost]} in release ${recorded.release}`).toBeLessThanOrEqual(
        highest(before, cost),
      )
  })
})
