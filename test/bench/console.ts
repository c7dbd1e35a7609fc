import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { logChanges } from '../../server/store/change-row.ts'
import { startConsole, type TestConsole } from '../support/console.ts'
import { copyInstances } from '../support/copies.ts'
import { poll } from '../support/eventually.ts'
import { heapOf, loadPage, scrollList, type Milestones, type PageLoad } from './console-pages.ts'
import { mebibytes, milliseconds, percentile, type Figure } from './figures.ts'
import type { Stack } from './stack.ts'

export interface ConsoleSize {
  /** How many objects the list has. */
  rows: number
  /** How many changes arrive while a list is open. */
  changes: number
}

/**
 * Measures the console in Chromium over a list of as many objects: when pages show something, how the list scrolls, what a
 * reconnect costs, and whether the memory of a page stays as it is while changes arrive.
 */
export async function measureConsole(stack: Stack, { rows, changes }: ConsoleSize): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 })
  const console = await startConsole(stack)
  try {
    await makeInstances(stack.client, pool, rows)
    return [
      ...(await measurePages(stack, console, rows)),
      ...(await measureReconnect(stack, pool)),
      ...(await measureSoak(stack, { console, pool }, { rows, changes })),
    ]
  } finally {
    await console.stop()
    await pool.end()
  }
}

const listPath = '/console/k/workload-instances'

async function makeInstances(client: Client, pool: pg.Pool, rows: number): Promise<void> {
  const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n'
  await client.apply([
    { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name: 'shop-00000', spec: { definition: 'shop', runtime: 'bench' } },
  ])
  await client.objects.wait({ kind: 'WorkloadInstance', name: 'shop-00000' }, 'ready')
  await copyInstances(pool, { of: 'shop-00000', count: rows - 1 })
  await pool.query('ANALYZE "Object"')
}

const isSettled = `document.querySelector('main h1') !== null && document.querySelector('main [aria-busy]') === null`

/** Returns the pages that are measured: the first two have goals. */
function pagesOf(rows: number): Record<string, { path: string } & Milestones> {
  return {
    overview: {
      path: '/console',
      first: `document.querySelector('main .card .figure')`,
      complete: isSettled,
    },
    [`list of ${rows}`]: {
      path: listPath,
      first: `document.querySelector('.grid-frame [role=row] a')`,
      complete: `document.querySelector('h1')?.textContent.replaceAll(/\\D/g, '') === '${rows}'`,
    },
    object: {
      path: '/console/o/workload-instance/default/shop-00000',
      first: isSettled,
      complete: isSettled,
    },
    orphans: { path: '/console/orphans', first: isSettled, complete: isSettled },
  }
}

/** Megabytes are decimal, as goals for downloads are. */
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`

async function measurePages(stack: Stack, console: TestConsole, rows: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, { path, ...milestones }] of Object.entries(pagesOf(rows))) {
    // A browser of its own has nothing cached.
    const fresh = await startConsole(stack)
    const cold = await loadPage(await blank(fresh), `${stack.url}${path}`, milestones)
    await fresh.stop()
    const page = await blank(console)
    await loadPage(page, `${stack.url}${path}`, milestones)
    await page.goto('about:blank')
    const before = await stack.usage('server')
    const warm = await loadPage(page, `${stack.url}${path}`, milestones)
    const cpu = (await stack.usage('server')).cpu - before.cpu
    figures.push(...figuresOfLoad(name, cold, warm))
    if (path === listPath) figures.push(...(await figuresOfList(page, { warm, cpu, rows })))
    await page.close()
  }
  return figures
}

async function blank(console: TestConsole): Promise<Page> {
  const page = await console.open('/healthz')
  await page.goto('about:blank')
  return page
}

/** The goals of issue 17. */
const goals = { scripts: 250_000, paint: 1500, complete: 1000, frame: 1000 / 60 }

function figuresOfLoad(name: string, cold: PageLoad, warm: PageLoad): Figure[] {
  return [
    {
      what: `${name}: initial scripts, gzip`,
      value: kilobytes(cold.scripts),
      budget: '<= 250 kB',
      failed: cold.scripts > goals.scripts,
    },
    {
      what: `${name}: first useful paint, cold`,
      value: milliseconds(cold.first),
      budget: '<= 1.5 s',
      failed: cold.first > goals.paint,
    },
    {
      what: `${name}: first useful paint, warm`,
      value: milliseconds(warm.first),
      budget: '<= 1.5 s',
      failed: warm.first > goals.paint,
    },
    {
      what: `${name}: subscriptions`,
      value: String(warm.subscriptions),
      budget: '<= 1',
      failed: warm.subscriptions > 1,
    },
  ]
}

async function figuresOfList(
  page: Page,
  { warm, cpu, rows }: { warm: PageLoad; cpu: number; rows: number },
): Promise<Figure[]> {
  const frames = await scrollList(page)
  const seconds = frames.reduce((sum, each) => sum + each, 0) / 1000
  const p95 = percentile(frames, 0.95)
  return [
    {
      what: `list of ${rows}: complete, warm`,
      value: milliseconds(warm.complete),
      budget: '<= 1 s',
      failed: warm.complete > goals.complete,
    },
    { what: `list of ${rows}: CPU of the server for one load`, value: milliseconds(cpu * 1000) },
    {
      what: `list of ${rows}: scrolling, P95 of frames`,
      value: milliseconds(p95),
      peer: `${Math.round(frames.length / seconds)} frames/s`,
      budget: '60 frames/s',
      failed: frames.length / seconds < 58,
    },
  ]
}

/** Measures what a client of all objects receives after a lost connection: what has changed in between. */
async function measureReconnect({ url, token }: Stack, pool: pg.Pool): Promise<Figure[]> {
  const connections: { bytes: number; abort: AbortController }[] = []
  const counting: typeof globalThis.fetch = async (input, init) => {
    if (!String(input).endsWith('/graphql/stream')) return fetch(input, init)
    const connection = { bytes: 0, abort: new AbortController() }
    connections.push(connection)
    const signal = AbortSignal.any([connection.abort.signal, ...(init?.signal ? [init.signal] : [])])
    const response = await fetch(input, { ...init, signal })
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        connection.bytes += chunk.length
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body?.pipeThrough(count), response)
  }
  const stop = new AbortController()
  const watcher = createClient({ url, token, fetch: counting })
  let [events, isSynced] = [0, false]
  const from = performance.now()
  let complete = 0
  const watching = (async () => {
    const filter = { kinds: ['WorkloadInstance' as const] }
    for await (const { type } of watcher.objects.watch(filter, { signal: stop.signal })) {
      events += 1
      if (type === 'SYNCED') {
        complete = performance.now() - from
        isSynced = true
      }
    }
  })()
  await poll(async () => isSynced || undefined)
  const first = events
  connections.at(-1)?.abort.abort(new Error('the connection is cut'))
  await touch(pool, ['00001', '00002', '00003'], 'reconnect')
  await poll(async () => events >= first + 3 || undefined)
  // Whatever else the server sends.
  await sleep(3000)
  stop.abort()
  await watching
  return [
    { what: 'watch of the SDK: all objects', value: milliseconds(complete), peer: `${first} events` },
    {
      what: 'watch of the SDK: received after a lost connection and 3 changes',
      value: kilobytes(connections.at(-1)?.bytes ?? 0),
      peer: `${events - first} events`,
    },
  ]
}

/** Changes instances as an edit of their labels does, without reconciles, so that as many changes arrive as one wants. */
async function touch(pool: pg.Pool, numbers: readonly string[], value: string): Promise<void> {
  await pool.query(
    `WITH touched AS (
       UPDATE "Object" SET labels = labels || $2::jsonb, version = version + 1, "updatedAt" = now()
       WHERE kind = 'WorkloadInstance' AND name = ANY($1) RETURNING *
     )
     ${logChanges('touched', { operation: 'UPDATE', actor: `'bench'` })}`,
    [numbers.map((number) => `shop-${number}`), JSON.stringify({ touched: value })],
  )
}

/** The changes between two looks at the memory. */
const parts = 4

/** Measures the memory of a page that shows a list while changes arrive. */
async function measureSoak(
  { url }: Stack,
  { console, pool }: { console: TestConsole; pool: pg.Pool },
  { rows, changes }: ConsoleSize,
): Promise<Figure[]> {
  const page = await blank(console)
  const pages = pagesOf(rows)
  const list = pages[`list of ${rows}`]
  if (list === undefined) throw new Error('the list is no page')
  await loadPage(page, `${url}${list.path}`, list)
  // React retains a second version of what has been rendered twice: each row is changed once before.
  await change(pool, { rows, from: 0, count: rows })
  const heaps = [await settledHeap(page)]
  const started = performance.now()
  for (let part = 0; part < parts; part++) {
    await change(pool, { rows, from: (part * changes) / parts, count: changes / parts })
    heaps.push(await settledHeap(page))
  }
  const seconds = (performance.now() - started) / 1000
  const [start = 0] = heaps
  const growth = (heaps.at(-1) ?? 0) / start
  return [
    {
      what: `memory of the page of the list over ${changes} changes`,
      value: heaps.map(mebibytes).join(', '),
      peer: `${Math.round(changes / seconds)} changes/s`,
      budget: 'flat (<= 10 % more)',
      failed: growth > 1.1,
    },
  ]
}

/** Changes that are committed together, and the milliseconds between two such: 500 a second. */
const [batch, every] = [50, 100]

async function change(
  pool: pg.Pool,
  { rows, from, count }: { rows: number; from: number; count: number },
): Promise<void> {
  for (let start = from; start < from + count; start += batch) {
    const numbers = Array.from({ length: batch }, (_, index) =>
      String((start + index) % rows).padStart(5, '0'),
    )
    await Promise.all([touch(pool, numbers, `soak-${start}`), sleep(every)])
  }
}

/** Returns the least of some looks, since one while the page renders includes what it will let go. */
async function settledHeap(page: Page): Promise<number> {
  const looks: number[] = []
  for (let look = 0; look < 3; look++) {
    await page.waitForTimeout(1500)
    looks.push(await heapOf(page))
  }
  return Math.min(...looks)
}
