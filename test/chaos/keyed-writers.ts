import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { definition } from '../support/store.ts'
import type { AckedWrite } from './history.ts'
import { pick } from './random.ts'
import { operations, type Writer } from './writers.ts'

/** One of those that write with idempotency keys, each request to whichever server. */
export interface KeyedWriter extends Writer {
  /** Told from others by it. */
  index: number
  clients: readonly Client[]
  /** Objects that all of them change. */
  shared: readonly Shared[]
  /** Told how many writes a request had. */
  onAcknowledged(writes: number): void
}

interface Shared {
  name: string
  id: string
  /** Newest version that anybody was told of. */
  newest: number
}

const kind = 'WorkloadDefinition'

/** Makes what all of them change. */
export async function makeShared({ apply }: Client): Promise<Shared[]> {
  const names = Array.from({ length: 200 }, (_, at) => `shared-${at}`)
  const made = await apply(names.map((name) => definition(name, name)))
  return made.map(({ object: { name, id, version } }) => ({ name, id, newest: version }))
}

/**
 * Changes what others change as well, reads it elsewhere, and makes and deletes objects of its own. A request that was not
 * answered is sent again with its key, and so is now and then one that was: were it done again, it would overwrite what
 * others have written meanwhile, and its marks would be in the log twice.
 */
export async function writeWithKeys(writer: KeyedWriter): Promise<void> {
  for (let count = 0; !writer.isOver(); count++) {
    const dice = writer.random()
    if (dice < 0.1) await liveOnce(writer, `own-${writer.index}-${count}`)
    else await changeShared(writer, `${writer.index}-${count}`, dice < 0.5 ? 1 : 20)
  }
}

/** Many in one request, which are all changed or none; the same may be among them more than once. */
async function changeShared(writer: KeyedWriter, key: string, size: number): Promise<void> {
  const changed = [...new Set(Array.from({ length: size }, () => pick(writer.random, writer.shared)))]
  const documents = changed.map(({ name }) => definition(name, `${name}.${key}`))
  const change: Ask<AckedWrite[]> = async ({ apply }) =>
    (await apply(documents, { idempotencyKey: key })).map(({ result, object: { name, id, version } }) => ({
      kind,
      name,
      id,
      version,
      operation: operations[result],
      mark: `${name}.${key}`,
    }))
  for (const { name, version } of await acknowledged(writer, change)) {
    const object = changed.find((each) => each.name === name)
    if (object !== undefined) object.newest = Math.max(object.newest, version)
  }
  if (writer.random() < 0.5) await readShared(writer, pick(writer.random, changed))
  if (writer.random() < 0.05) await acknowledged(writer, change)
}

/** What was deleted stays so when the request that made it comes again. */
async function liveOnce(writer: KeyedWriter, name: string): Promise<void> {
  const mark = `${name}.made`
  const { yamlDocument } = definition(name, mark).spec
  const create: Ask<AckedWrite[]> = async ({ workloadDefinitions }) => {
    const { id, version } = await workloadDefinitions.create({
      input: { name, spec: { yamlDocument } },
      idempotencyKey: mark,
    })
    return [{ kind, name, id, version, operation: 'CREATE', mark }]
  }
  const remove: Ask<AckedWrite[]> = async ({ workloadDefinitions }) => {
    const { id, version } = await workloadDefinitions.delete({ name, idempotencyKey: `${name}.deleted` })
    return [{ kind, name, id, version, operation: 'DELETE_REQUEST' }]
  }
  await acknowledged(writer, create)
  await acknowledged(writer, remove)
  await acknowledged(writer, pick(writer.random, [create, remove]))
}

async function readShared(writer: KeyedWriter, { name, id, newest }: Shared): Promise<void> {
  const version = await answered(writer, async ({ workloadDefinitions }) => {
    const found = await workloadDefinitions.get({ name })
    return found?.id === id ? found.version : 0
  })
  if (version !== undefined) writer.history.seen.push({ id, version, acknowledged: newest })
}

/** Sends a request until it is answered, and notes what it wrote. */
async function acknowledged(writer: KeyedWriter, ask: Ask<AckedWrite[]>): Promise<AckedWrite[]> {
  writer.onAsked()
  const writes = (await answered(writer, ask)) ?? []
  writer.history.acked.push(...writes)
  writer.onAcknowledged(writes.length)
  return writes
}

type Ask<Answer> = (client: Client) => Promise<Answer>

/** Asks one server after the other until one answers; nothing but being away excuses that none does. */
async function answered<Answer>(
  { clients, random, history }: KeyedWriter,
  ask: Ask<Answer>,
): Promise<Answer | undefined> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    try {
      return await ask(pick(random, clients))
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'UNAVAILABLE') {
        history.unexpected.push(error instanceof Error ? error.message : String(error))
        return undefined
      }
      await sleep(50 + random() * 100)
    }
  }
  history.unexpected.push('a request with a key was not answered within five minutes')
  return undefined
}
