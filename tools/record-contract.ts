import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type * as errorsModule from '../schema/errors.ts'
import type * as eventsModule from '../schema/events.ts'
import type * as queriesModule from '../schema/cluster-queries.ts'
import type * as statusModule from '../schema/status.ts'
import { startNats } from '../embedded/nats.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { clusterQueries, statuses, triggers } from '../test/contract/messages.ts'
import { recordLifecycle } from '../test/contract/recorder.ts'
import {
  recordedFolder,
  schemaFiles,
  type Exchange,
  type ReleaseMessages,
} from '../test/contract/recording.ts'
import { checkOut } from '../test/support/earlier-code.ts'
import { launchProcess } from '../test/support/processes.ts'

/*
 * Records the wire contract of a release: the messages that its clients, servers and workers send, and the responses of
 * its servers. Run it once per release, with the version in package.json, and commit the folder. Delete the folders of
 * unsupported releases. The tests in test/contract verify that current code is compatible with every recording. `--from
 * REF` records an earlier commit.
 */

const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
const folder = await mkdtemp(join(tmpdir(), 'qleet-record-'))
const root =
  from === undefined ? fileURLToPath(new URL('../', import.meta.url)) : await checkOut(from, folder)
try {
  const messages = await recordMessages()
  const exchanges = await recordExchanges(messages.operations)
  const release = join(recordedFolder, messages.release)
  await mkdir(release, { recursive: true })
  await writeFile(join(release, 'messages.json'), asText(messages))
  await writeFile(join(release, 'responses.json'), asText(exchanges))
  for (const file of Object.values(schemaFiles))
    await copyFile(join(root, 'schema/generated', file), join(release, file))
  const operations = Object.values(messages.operations).flatMap((texts) => Object.keys(texts))
  const missing = operations.filter((name) => exchanges.every(({ document }) => document !== name))
  process.stdout.write(
    `recorded ${operations.length} operations and ${exchanges.length} responses of ${messages.release}\n` +
      (missing.length === 0 ? '' : `not in the lifecycle: ${missing.join(', ')}\n`),
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}

function asText(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}

/** Imports a module of the recorded code. */
async function load<Module>(path: string): Promise<Module> {
  // As far as this file uses them, the types of the module are those of the current one.
  return (await import(join(root, path))) as Module
}

/** Loads the texts of the operations in a file, by the name of their document. */
async function loadDocuments(file: string): Promise<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(await load<Record<string, unknown>>(file))
      .filter(([name]) => name.endsWith('Document'))
      .map(([name, document]) => [name, String(document)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Collects the operations, messages and error codes of the recorded code. */
async function recordMessages(): Promise<ReleaseMessages> {
  const { Trigger } = await load<typeof eventsModule>('schema/events.ts')
  const { QueryRequest } = await load<typeof queriesModule>('schema/cluster-queries.ts')
  const { ObjectStatus, conditionTypes } = await load<typeof statusModule>('schema/status.ts')
  const { errorTable, cliExits } = await load<typeof errorsModule>('schema/errors.ts')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    release: version,
    operations: {
      clients: await loadDocuments('client-sdk/generated/documents.ts'),
      workers: await loadDocuments('workers/generated/documents.ts'),
    },
    triggers: triggers.map((each) => Trigger.parse(each)),
    clusterQueries: clusterQueries.map((each) => QueryRequest.parse(each)),
    reads: {
      trigger: z.toJSONSchema(Trigger, { io: 'input' }),
      clusterQuery: z.toJSONSchema(QueryRequest, { io: 'input' }),
    },
    statuses: statuses(conditionTypes).map((each) => ObjectStatus.parse(each)),
    errors: Object.fromEntries(
      Object.entries(errorTable).map(([code, { http, exit, retry }]) => [code, { http, exit, retry }]),
    ),
    exits: Object.fromEntries(Object.entries(cliExits).map(([name, { exit }]) => [name, { exit }])),
  }
}

/** Runs the lifecycle against a server of the recorded code, with its own database and broker. */
async function recordExchanges(operations: ReleaseMessages['operations']): Promise<Exchange[]> {
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDir: folder }),
    startNats({ dataDir: folder }),
  ])
  const token = (): string => randomBytes(24).toString('hex')
  const tokens = { administrator: token(), worker: token(), nobody: token() }
  try {
    const server = await launchProcess('server/main.ts', {
      root,
      log: join(folder, 'server.log'),
      env: {
        QLEET_DATABASE_URL: postgres.url,
        QLEET_NATS_URL: nats.url,
        QLEET_NATS_TOKEN: nats.token,
        QLEET_PORT: '0',
        QLEET_ADMIN_TOKEN: tokens.administrator,
        QLEET_WORKER_TOKEN: tokens.worker,
        QLEET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      },
    })
    try {
      return await recordLifecycle({ url: server.url, tokens, operations })
    } finally {
      await server.stop()
    }
  } finally {
    await Promise.all([postgres.stop(), nats.stop()])
  }
}
