#!/usr/bin/env node
// A replacement for the native schema engine of the Prisma CLI, whose download is blocked in some networks. The CLI
// executes the program in PRISMA_SCHEMA_ENGINE_BINARY (prisma.config.ts) and exchanges JSON-RPC messages with it over
// stdio, one per line. This program forwards them to the WebAssembly build of the same engine, which npm installs.
//
// The versions of prisma, @prisma/adapter-pg and @prisma/schema-engine-wasm in package.json must match; the CLI's own
// package.json specifies the version of the engine.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { administer } from './schema-engine/administer.mjs'
import { EngineConnections } from './schema-engine/connections.mjs'

const { values: flags, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    version: { type: 'boolean', short: 'V' },
  },
})
/** The ID of the next message to the CLI, far above the IDs of the CLI's own messages. */
let nextPrintId = 1_000_000

const { url } = flags.datasource ? JSON.parse(flags.datasource) : { url: process.env.DATABASE_URL }

if (flags.version) {
  process.stdout.write(`schema-engine-cli wasm ${(await loadEngine()).version()}\n`)
} else if (positionals[0] === 'cli') {
  process.exitCode = await administer(positionals[1], url)
} else {
  await serve()
  // Timers of the wasm module would keep the process alive.
  process.exit(0)
}

async function loadEngine() {
  const glueFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const glue = await import(glueFile)
  const binary = readFileSync(join(dirname(glueFile), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': glue })
  // oxlint-disable-next-line no-underscore-dangle -- names that wasm-bindgen generates
  glue.__wbg_set_wasm(instance.exports)
  // oxlint-disable-next-line no-underscore-dangle -- as above
  instance.exports.__wbindgen_start()
  return glue
}

async function serve() {
  let panic = ''
  // The engine reports a Rust panic here, before it traps.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => (panic = message) }
  const { SchemaEngine } = await loadEngine()
  const connections = new EngineConnections(url)
  const factory = bindMigrationAwareSqlAdapterFactory(connections)
  const files = (flags.datamodels ?? []).map((file) => [file, readFileSync(file, 'utf8')])

  // Each call gets a new engine, so that calls do not share cached state.
  function newEngine() {
    return SchemaEngine.new({ datamodels: files.length ? files : undefined }, logLine, factory)
  }

  // In the wasm build these calls work only if devDiagnostic has cached the schema of the shadow database for the same
  // migrations in the same engine.
  async function afterDiagnostic(method, params) {
    const engine = await newEngine()
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters })
    return engine[method](params)
  }

  const calls = {
    createDatabase: async () => ({ databaseName: await connections.createDatabase() }),
    evaluateDataLoss: (params) => afterDiagnostic('evaluateDataLoss', params),
    createMigration: (params) => afterDiagnostic('createMigration', params),
    getDatabaseVersion: async (params) => (await newEngine()).version(params),
    diff: async (params) => {
      const { exitCode, stdout } = await (await newEngine()).diff(params)
      // The CLI displays the content of `print` messages, not the result of the call.
      if (stdout) send({ id: nextPrintId++, method: 'print', params: { content: stdout.replace(/\n$/, '') } })
      return { exitCode, stdout: null }
    },
  }

  // A Rust panic inside a callback rejects no promise: it would end the process, and the CLI, which receives no
  // response, would exit successfully.
  async function trapped() {
    const [error] = await once(process, 'uncaughtException')
    throw error
  }

  async function handle({ id, method, params }) {
    try {
      const call = Object.hasOwn(calls, method)
        ? calls[method]
        : async (params) => (await newEngine())[method](params)
      return { id, result: (await Promise.race([call(params), trapped()])) ?? {} }
    } catch (error) {
      const isPanic = error instanceof WebAssembly.RuntimeError
      const data = {
        is_panic: isPanic,
        message: isPanic ? `RuntimeError: ${panic}` : error.message || String(error),
        error_code: error.code,
        meta: error.meta ?? null,
      }
      return {
        id,
        error: { code: 4466, message: 'An error happened. Check the data field for details.', data },
      }
    } finally {
      // The connection holds the engine's advisory lock, so it is closed before the response is sent.
      await connections.close()
    }
  }

  // Calls are handled sequentially, because each closes its connections when it ends.
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line)
    if (message.method) send(await handle(message))
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

function logLine(line) {
  if (typeof line === 'string') process.stderr.write(`${line}\n`)
}
