import pg from 'pg'
import type { TestControlPlane } from './plane.ts'

/**
 * Loses the database with all that was in it, and starts a server and a worker on an empty one, at the address at which
 * the first server was.
 */
export async function loseDatabase(plane: TestControlPlane): Promise<void> {
  const port = Number(new URL(plane.url).port)
  await Promise.all([...plane.workers, ...plane.servers].map((each) => each.kill()))
  const client = new pg.Client({ connectionString: plane.databaseUrl })
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE')
  await client.query('CREATE SCHEMA public')
  await client.end()
  await plane.startServer(port)
  await plane.startWorker()
}
