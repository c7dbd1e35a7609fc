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

/** Prisma's codes for what pg reports; the CLI offers to make a missing database on P1003. */
const prismaCodes = { '3D000': 'P1003', '28P01': 'P1000', ECONNREFUSED: 'P1001', P1009: 'P1009' }

/** The engine's `cli` commands: what happened goes to stderr as JSON lines. Returns the exit code. */
export async function administer(command, url) {
  // The CLI drops the first line.
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
