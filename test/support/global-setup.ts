import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../prisma/migrate.ts'
import { startNats } from '../../embedded/nats.ts'
import { startPostgres } from '../../embedded/postgres.ts'
import { buildPrograms } from './programs.ts'
import { createRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser URL of the Postgres of this run; its database is the template for those of the test files. */
    postgresUrl: string
    natsUrl: string
    natsToken: string
  }
}

/** Starts one Postgres and one nats-server for the whole run, in a temporary folder; both stop with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await createRunFolder()
  // Hundreds of processes load the same modules.
  process.env['NODE_COMPILE_CACHE'] ??= join(dataDir, 'compile-cache')
  await buildPrograms()
  const [postgres, nats] = await Promise.all([startPostgres({ dataDir }), startNats({ dataDir })])
  await migrate(postgres.url)
  await relax(postgres.url)
  project.provide('postgresUrl', postgres.url)
  project.provide('natsUrl', nats.url)
  project.provide('natsToken', nats.token)
  const end = async (): Promise<void> => {
    await Promise.all([postgres.stop(), nats.stop()])
    // A process that ends may still write its compiled modules.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
  // A run that a signal ends, for example at a time limit, cleans up too.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void end().finally(() => process.exit(143)))
  return end
}

/** Nothing outlives the run, so no write has to survive a crash of Postgres, and thousands of logins need not be slow. */
async function relax(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const setting of ['fsync', 'full_page_writes'])
      await client.query(`ALTER SYSTEM SET ${setting} = off`)
    await client.query('SELECT pg_reload_conf()')
    await client.query('SET scram_iterations = 1')
    await client.query(
      `ALTER USER CURRENT_USER PASSWORD ${client.escapeLiteral(decodeURIComponent(new URL(url).password))}`,
    )
  } finally {
    await client.end()
  }
}
