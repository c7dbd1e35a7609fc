import { Pool } from 'pg'
import { Agent, request } from 'undici'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import { perSecond, type Figure } from './figures.ts'
import { configMapYaml } from './manifests.ts'
import type { Stack } from './stack.ts'

const clients = 32

/**
 * Measures create mutations on the whole path: HTTP, authentication, GraphQL, checks, one statement with references and change
 * log, the answer. The peer is Postgres alone: the two rows of each create as one statement from as many connections.
 */
export async function measureCreates(stack: Stack, count = 5000): Promise<Figure[]> {
  const agent = new Agent({ connections: clients, pipelining: 1 })
  const create = async (index: number): Promise<void> => {
    const name = `create-${index}`
    const { body } = await request(`${stack.url}/graphql`, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${stack.token}` },
      body: JSON.stringify({
        query: stack.documents.CreateWorkloadDefinitionDocument.toString(),
        variables: { input: { name, spec: { yamlDocument: configMapYaml(name, '0') } } },
      }),
    })
    const answer = (await body.json()) as { errors?: unknown }
    if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors))
  }
  const numbers = Array.from({ length: count }, (_, index) => index)
  const warmUp = 500
  await mapWithLimit(numbers.slice(0, warmUp), clients, create)
  const before = await stack.usage('server')
  const seconds = await timed(() => mapWithLimit(numbers.slice(warmUp), clients, create))
  const cpu = (await stack.usage('server')).cpu - before.cpu
  await agent.close()
  const rate = (count - warmUp) / seconds
  const peer = await insertsPerSecond(stack.databaseUrl, count - warmUp)
  return [
    {
      what: `create mutation, whole path, ${clients} clients`,
      value: perSecond(rate),
      peer: `${perSecond(peer)} two-row inserts in Postgres`,
      ratio: rate / peer,
    },
    {
      what: 'create mutations for each second of CPU of the server',
      value: perSecond((count - warmUp) / cpu),
      budget: '>= 2,500 /s',
    },
  ]
}

async function insertsPerSecond(connectionString: string, count: number): Promise<number> {
  const pool = new Pool({ connectionString, max: clients })
  try {
    await pool.query(`
      CREATE TABLE bench_object (id bigserial PRIMARY KEY, name text UNIQUE, spec jsonb, status jsonb);
      CREATE TABLE bench_change (seq bigserial PRIMARY KEY, "objectId" bigint, kind text, name text, actor text)`)
    const insert = async (index: number): Promise<void> => {
      const name = `create-${index}`
      await pool.query({
        name: 'bench-insert',
        text: `
        WITH made AS (INSERT INTO bench_object (name, spec, status) VALUES ($1, $2, '{}') RETURNING id, name)
        INSERT INTO bench_change ("objectId", kind, name, actor)
        SELECT id, 'WorkloadDefinition', name, 'bench' FROM made RETURNING seq`,
        values: [name, { yamlDocument: configMapYaml(name, '0') }],
      })
    }
    const numbers = Array.from({ length: count }, (_, index) => index)
    return count / (await timed(() => mapWithLimit(numbers, clients, insert)))
  } finally {
    await pool.query('DROP TABLE IF EXISTS bench_object, bench_change')
    await pool.end()
  }
}

/** Returns the seconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}
