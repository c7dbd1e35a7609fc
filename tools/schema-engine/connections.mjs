import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { parse } from 'pg-connection-string'

const charType = 18
const textType = 25

/** The engine's connections: Prisma's adapter for pg with fixes for migrations that 7.10 lacks. */
export class EngineConnections extends PrismaPg {
  #config
  #url
  #open = []

  /** @param {string | undefined} url undefined for calls that require no database */
  constructor(url) {
    const config = { ...(url ? parse(url) : {}), max: 1 }
    const schema = url ? new URL(url).searchParams.get('schema') : null
    super(config, schema ? { schema } : {})
    this.#config = config
    this.#url = url
  }

  async connect() {
    const adapter = repaired(await super.connect())
    this.#open.push(adapter)
    return adapter
  }

  /**
   * Creates a shadow database and connects to it. The method of 7.10 ignores the database name of a connection string
   * and drops the database while its pool is still open.
   */
  async connectToShadowDb() {
    const database = `prisma_shadow_${randomUUID().replaceAll('-', '')}`
    await this.#administrate(`CREATE DATABASE "${database}"`)
    const shadow = repaired(await new PrismaPg({ ...this.#config, database }).connect())
    const { dispose } = shadow
    shadow.dispose = async () => {
      await dispose.call(shadow)
      await this.#administrate(`DROP DATABASE "${database}" WITH (FORCE)`)
    }
    return shadow
  }

  async createDatabase() {
    return createDatabase(this.#url)
  }

  /** Closes the connections of the last call. */
  async close() {
    await Promise.allSettled(this.#open.splice(0).map((adapter) => adapter.dispose()))
  }

  async #administrate(sql) {
    const client = new pg.Client(this.#config)
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
}

/** Applies fixes to an adapter of 7.10. */
function repaired(adapter) {
  const { startTransaction } = adapter
  adapter.startTransaction = async (...args) => withCharColumns(await startTransaction.apply(adapter, args))
  // 7.10 splits scripts at every semicolon, even inside function bodies.
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script)
    } catch (error) {
      adapter.onError(error)
    }
  }
  return withCharColumns(adapter)
}

/**
 * Adds support for `"char"` columns, which are common in the system catalogue but which 7.10 does not map: reads them
 * as text and reports them as characters.
 */
function withCharColumns(queryable) {
  const { performIO, queryRaw } = queryable
  queryable.queryRaw = async (query) => {
    const charColumns = []
    const withText = Object.create(queryable, {
      performIO: {
        value: async (query) => {
          const result = await performIO.call(queryable, query)
          for (const [column, field] of result.fields.entries()) {
            if (field.dataTypeID !== charType) continue
            field.dataTypeID = textType
            charColumns.push(column)
          }
          return result
        },
      },
    })
    const result = await queryRaw.call(withText, query)
    for (const column of charColumns) result.columnTypes[column] = ColumnTypeEnum.Character
    return result
  }
  return queryable
}

/**
 * Creates the database of a URL and returns its name. Throws `P1009` if it exists already, as the native engine does.
 */
export async function createDatabase(url) {
  return fromMaintenanceDatabase(url, async (client, name) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount) throw Object.assign(new Error(`Database \`${name}\` already exists`), { code: 'P1009' })
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
    return name
  })
}

export async function dropDatabase(url) {
  return fromMaintenanceDatabase(url, async (client, name) =>
    client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
  )
}

/**
 * Executes `work` with a connection to the database `postgres` of the same server, since the database itself may not
 * exist or must not be in use.
 */
async function fromMaintenanceDatabase(url, work) {
  const administration = new URL(url)
  const name = decodeURIComponent(administration.pathname.slice(1))
  administration.pathname = '/postgres'
  administration.searchParams.delete('schema')
  const client = new pg.Client({ connectionString: administration.href })
  await client.connect()
  try {
    return await work(client, name)
  } finally {
    await client.end()
  }
}
