import { readdir } from 'node:fs/promises'
import { becomesTrue } from './child-process.ts'
import { findProcess, type ProcessEntry } from './process-table.ts'

/**
 * Ends the backends of a Postgres whose main process was killed. They end by themselves as soon as they are
 * idle, but one in a long statement would keep the next Postgres from starting. Every process of Postgres
 * works in its database folder, which is how we know them; where that cannot be read, the start waits.
 */
export async function stopBackends(database: string): Promise<void> {
  const orphans = await backendsOf(database)
  for (const { pid } of orphans) {
    try {
      process.kill(pid, 'SIGQUIT')
    } catch {
      // It was on its way out already.
    }
  }
  if (orphans.length > 0) await becomesTrue(async () => (await backendsOf(database)).length === 0, 5_000)
}

async function backendsOf(database: string): Promise<ProcessEntry[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const entries = await Promise.all(pids.map(findProcess))
  return entries.filter((entry) => entry !== undefined).filter((entry) => worksFor(database, entry))
}

/** The title is `postgres: checkpointer` and the like, that of the main process is its path. */
function worksFor(database: string, { args, cwd }: ProcessEntry): boolean {
  return cwd === database && /(^|\/)postgres(:|$)/.test(args[0] ?? '')
}
