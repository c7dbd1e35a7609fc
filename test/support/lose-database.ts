import pg from 'pg'
import type { TestControlPlane } from './plane.ts'

/**
 * Drops the database with all its contents, and starts a server and a worker on an empty one, at the address of the
 * first server.
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
