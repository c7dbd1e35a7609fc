import pg from 'pg'
import { createDatabase, dropDatabase } from './connections.mjs'

const commands = {
  'can-connect-to-database': async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.end()
    return 'Connection successful'
  },
  'create-database': async (url) => {
    await createDatabase(url)
    return 'Database created'
  },
  'drop-database': async (url) => {
    await dropDatabase(url)
    return 'Database dropped'
  },
}

/** Prisma's codes for errors of pg. On P1003 the CLI offers to create the database. */
const prismaCodes = { '3D000': 'P1003', '28P01': 'P1000', ECONNREFUSED: 'P1001', P1009: 'P1009' }

/** Runs a `cli` command of the engine, logs its result to stderr as JSON lines, and returns the exit code. */
export async function administer(command, url) {
  // The CLI ignores the first line.
  log('INFO', { message: `Starting schema engine CLI (wasm) ${command}` })
  try {
    const work = commands[command]
    if (!work) throw new Error(`unknown command '${command}'`)
    log('INFO', { message: await work(url) })
    return 0
  } catch (error) {
    const code = prismaCodes[error.code] ?? String(error.code ?? 'P1011')
    log('ERROR', { message: error.message || String(error), is_panic: false, error_code: code, meta: {} })
    return 1
  }
}

function log(level, fields) {
  const timestamp = new Date().toISOString()
  process.stderr.write(`${JSON.stringify({ timestamp, level, fields, target: 'schema_engine::logger' })}\n`)
}
