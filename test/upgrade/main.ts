import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../prisma/migrate.ts'
import { startNats } from '../../embedded/nats.ts'
import { startPostgres } from '../../embedded/postgres.ts'
import { removeDataFolder } from '../../process/children/data-folder.ts'
import { readArguments } from '../support/arguments.ts'
import { checkOut } from '../support/earlier-code.ts'
import { startPlane, type TestControlPlane } from '../support/plane.ts'
import { defaultRuntime, definition } from '../support/store.ts'

/*
 * Runs servers and workers of an earlier commit together with current ones, on a database that the current ones have
 * migrated, and deploys, changes and deletes. Both use the installed packages. Servers go first (docs/operations/upgrades.md):
 * workers that are newer may have to wait for them, and continue when they are replaced.
 */

const usage = `Usage: npm run test:upgrade -- --from REF

  --from REF  The earlier commit
`
const { values, fail } = readArguments(usage, { options: { from: { type: 'string' } } })
const from = values.from ?? fail('--from is missing')

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'qleet-upgrade-'))
const earlier = await checkOut(from, folder)

const mixes = [
  { what: `server of ${from}, current worker`, roots: { server: earlier }, replaces: 'late' },
  { what: `current server, worker of ${from}`, roots: { worker: earlier }, replaces: 'never' },
  {
    what: `server and worker of ${from}, replaced by current ones while running`,
    roots: { server: earlier, worker: earlier },
    replaces: 'in order',
  },
] as const

interface Mix {
  roots: { server?: string; worker?: string }
  /** When the earlier processes are replaced: servers only, once the worker has started, or all in order. */
  replaces: 'never' | 'late' | 'in order'
}

for (const { what, ...mix } of mixes) {
  try {
    await runMixed(mix)
    process.stdout.write(`ok      ${what}\n`)
  } catch (error) {
    process.exitCode = 1
    process.stdout.write(`FAILED  ${what}\n${error instanceof Error ? error.message : String(error)}\n`)
  }
}
await rm(folder, { recursive: true, force: true })
// A process that failed to start may have left others that wait for it.
process.exit()

async function runMixed({ roots, replaces }: Mix): Promise<void> {
  const data = await mkdtemp(join(folder, 'data-'))
  const [postgres, nats] = await Promise.all([startPostgres({ dataDir: data }), startNats({ dataDir: data })])
  let plane: TestControlPlane | undefined
  try {
    // An earlier server that starts alone creates the database in its own version.
    if (replaces !== 'in order') await migrate(postgres.url)
    const database = { url: postgres.url, drop: async () => undefined }
    plane = await startPlane({ database, nats, roots })
    await plane.client.apply(defaultRuntime)
    if (replaces === 'late' && !(await becomesReady(plane))) await replaceServers(plane)
    await plane.ready('KubernetesRuntimeInstance', 'space')
    await deploy(plane, 'first')
    if (replaces === 'in order') await replaceAll(plane)
    await deploy(plane, 'second')
    const targets = ['WorkloadInstance', 'WorkloadDefinition'].map((kind) => ({ kind, name: 'mixed' }))
    await plane.client.objects.delete(targets)
    await plane.gone('WorkloadInstance', 'mixed')
  } finally {
    await plane?.stop()
    await Promise.all([postgres.stop(), nats.stop()])
    await removeDataFolder(data)
  }
}

async function deploy({ client, ready }: TestControlPlane, value: string): Promise<void> {
  await client.apply([
    definition('mixed', value),
    { kind: 'WorkloadInstance', name: 'mixed', spec: { definition: 'mixed' } },
  ])
  await ready('WorkloadInstance', 'mixed')
}

/** Reports whether the runtime becomes ready. If not, it must wait for a worker, unchanged. */
async function becomesReady({ client, ready }: TestControlPlane): Promise<boolean> {
  const key = { kind: 'KubernetesRuntimeInstance', name: 'space' }
  try {
    await ready(key.kind, key.name)
    return true
  } catch {
    const { phase } = (await client.objects.get(key))?.status ?? {}
    if (phase !== 'Pending') throw new Error(`an earlier server and a current worker left the phase ${phase}`)
    return false
  }
}

async function replaceServers(plane: TestControlPlane): Promise<void> {
  for (const server of plane.servers) await server.stop()
  await plane.startServer(Number(new URL(plane.url).port), repository)
}

/** Replaces all processes as docs/operations/upgrades.md describes: the servers first. */
async function replaceAll(plane: TestControlPlane): Promise<void> {
  await replaceServers(plane)
  for (const worker of plane.workers) await worker.stop()
  await plane.startWorker(repository)
}
