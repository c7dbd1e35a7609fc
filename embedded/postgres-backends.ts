import { readdir } from 'node:fs/promises'
import { waitUntil } from '../process/children/child-process.ts'
import { findProcess, type ProcessEntry } from '../process/children/process-table.ts'

/**
 * Stops the backends of a Postgres whose main process was killed. Idle ones exit by themselves, but a backend in a long
 * statement would keep the next Postgres from starting. Backends are recognised by their working directory, which is the
 * database folder; on systems where that cannot be read, the start waits for them.
 */
export async function stopBackends(database: string): Promise<void> {
  const orphans = await backendsOf(database)
  for (const { pid } of orphans) {
    try {
      process.kill(pid, 'SIGQUIT')
    } catch {
      // The process has already exited.
    }
  }
  if (orphans.length > 0) await waitUntil(async () => (await backendsOf(database)).length === 0, 5_000)
}

async function backendsOf(database: string): Promise<ProcessEntry[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const entries = await Promise.all(pids.map(findProcess))
  return entries.filter((entry) => entry !== undefined).filter((entry) => isBackendOf(database, entry))
}

/** Reports whether a process is a Postgres of the database: titles are `postgres: checkpointer` or similar, or the program path. */
function isBackendOf(database: string, { args, cwd }: ProcessEntry): boolean {
  return cwd === database && /(^|\/)postgres(:|$)/.test(args[0] ?? '')
}
