import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '../../prisma/migrate.ts'
import { startNats } from '../../embedded/nats.ts'
import { startPostgres } from '../../embedded/postgres.ts'
import { checkOut } from '../support/earlier-code.ts'
import { startPlane, type TestControlPlane } from '../support/plane.ts'
import { defaultRuntime, definition } from '../support/store.ts'

/*
 * Runs servers and workers of an earlier commit together with current ones, on a database that the current ones have
 * migrated, and deploys, changes and deletes. Both use the installed packages.
 */

const usage = `Usage: npm run test:upgrade -- --from REF\n`
const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
if (from === undefined) {
  process.stderr.write(usage)
  process.exit(2)
}

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'qleet-upgrade-'))
const earlier = await checkOut(from, folder)

const mixes = [
  { what: `server of ${from}, current worker`, roots: { server: earlier } },
  { what: `current server, worker of ${from}`, roots: { worker: earlier } },
  { what: `server and worker of ${from}, replaced by current ones while running`, roots: 'both' },
] as const

for (const { what, roots } of mixes) {
  try {
    await runMixed(roots === 'both' ? { server: earlier, worker: earlier } : roots, roots === 'both')
    process.stdout.write(`ok      ${what}\n`)
  } catch (error) {
    process.exitCode = 1
    process.stdout.write(`FAILED  ${what}\n${error instanceof Error ? error.message : String(error)}\n`)
  }
}
await rm(folder, { recursive: true, force: true })
// A process that failed to start may have left others that wait for it.
process.exit()

async function runMixed(roots: { server?: string; worker?: string }, replaces: boolean): Promise<void> {
  const data = await mkdtemp(join(folder, 'data-'))
  const [postgres, nats] = await Promise.all([startPostgres({ dataDir: data }), startNats({ dataDir: data })])
  let plane: TestControlPlane | undefined
  try {
    // An earlier server that starts alone creates the database in its own version.
    if (!replaces) await migrate(postgres.url)
    const database = { url: postgres.url, drop: async () => undefined }
    plane = await startPlane({ database, nats, roots })
    await plane.client.apply(defaultRuntime)
    await plane.ready('KubernetesRuntimeInstance', 'space')
    await deploy(plane, 'first')
    if (replaces) await replaceAll(plane)
    await deploy(plane, 'second')
    const targets = ['WorkloadInstance', 'WorkloadDefinition'].map((kind) => ({ kind, name: 'mixed' }))
    await plane.client.objects.delete(targets)
    await plane.gone('WorkloadInstance', 'mixed')
  } finally {
    await plane?.stop()
    await Promise.all([postgres.stop(), nats.stop()])
  }
}

async function deploy({ client, ready }: TestControlPlane, value: string): Promise<void> {
  await client.apply([
    definition('mixed', value),
    { kind: 'WorkloadInstance', name: 'mixed', spec: { definition: 'mixed' } },
  ])
  await ready('WorkloadInstance', 'mixed')
}

/** Replaces all processes as docs/operations/upgrades.md describes: the servers first. */
async function replaceAll(plane: TestControlPlane): Promise<void> {
  for (const server of plane.servers) await server.stop()
  await plane.startServer(Number(new URL(plane.url).port), repository)
  for (const worker of plane.workers) await worker.stop()
  await plane.startWorker(repository)
}
