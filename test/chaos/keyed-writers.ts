import type { Client } from '../../client-sdk/index.ts'
import { definition } from '../support/store.ts'
import { acknowledged, withRetries, type SendRequest, type RetryingClient } from './requests.ts'
import type { AckedWrite } from './history.ts'
import { operations } from './writers.ts'

/** A client that writes with idempotency keys, each request to any server. */
export interface KeyedWriter extends RetryingClient {
  /** The number that identifies the writer. */
  index: number
  /** The objects that all of the writers change. */
  shared: readonly Shared[]
}

interface Shared {
  name: string
  id: string
  /** The latest version that any client has seen. */
  newest: number
}

const kind = 'WorkloadDefinition'

/** Creates the objects that all of the writers change. */
export async function makeShared({ apply }: Client): Promise<Shared[]> {
  const names = Array.from({ length: 200 }, (_, at) => `shared-${at}`)
  const made = await apply(names.map((name) => definition(name, name)))
  return made.map(({ object: { name, id, version } }) => ({ name, id, newest: version }))
}

/**
 * Changes shared objects, reads them from another server, and creates and deletes objects of its own. A request without
 * a response is sent again with its key, and so is occasionally one with a response: if it were executed again, it
 * would overwrite what others have written in the meantime, and its markers would be in the log twice.
 */
export async function writeWithKeys(writer: KeyedWriter): Promise<void> {
  for (let count = 0; !writer.isOver(); count++) {
    const dice = writer.random.next()
    if (dice < 0.1) await liveOnce(writer, `own-${writer.index}-${count}`)
    else await changeShared(writer, `${writer.index}-${count}`, dice < 0.5 ? 1 : 20)
  }
}

/** Changes many objects in one request, which is atomic; an object may occur more than once. */
async function changeShared(writer: KeyedWriter, key: string, size: number): Promise<void> {
  const changed = [...new Set(Array.from({ length: size }, () => writer.random.pick(writer.shared)))]
  const documents = changed.map(({ name }) => definition(name, `${name}.${key}`))
  const change: SendRequest<AckedWrite[]> = async ({ apply }) =>
    (await apply(documents, { idempotencyKey: key })).map(({ result, object: { name, id, version } }) => ({
      kind,
      name,
      id,
      version,
      operation: operations[result],
      marker: `${name}.${key}`,
    }))
  for (const { name, version } of await acknowledged(writer, change)) {
    const object = changed.find((each) => each.name === name)
    if (object !== undefined) object.newest = Math.max(object.newest, version)
  }
  if (writer.random.chance(0.5)) await readShared(writer, writer.random.pick(changed))
  if (writer.random.chance(0.05)) await acknowledged(writer, change)
}

/** Checks that a deleted object stays deleted when the request that created it is sent again. */
async function liveOnce(writer: KeyedWriter, name: string): Promise<void> {
  const marker = `${name}.made`
  const { yamlDocument } = definition(name, marker).spec
  const create: SendRequest<AckedWrite[]> = async ({ workloadDefinitions }) => {
    const { id, version } = await workloadDefinitions.create({
      input: { name, spec: { yamlDocument } },
      idempotencyKey: marker,
    })
    return [{ kind, name, id, version, operation: 'CREATE', marker }]
  }
  const remove: SendRequest<AckedWrite[]> = async ({ workloadDefinitions }) => {
    const { id, version } = await workloadDefinitions.delete({ name, idempotencyKey: `${name}.deleted` })
    return [{ kind, name, id, version, operation: 'DELETE_REQUEST' }]
  }
  await acknowledged(writer, create)
  await acknowledged(writer, remove)
  await acknowledged(writer, writer.random.pick([create, remove]))
}

async function readShared(writer: KeyedWriter, { name, id, newest }: Shared): Promise<void> {
  const version = await withRetries(writer, async ({ workloadDefinitions }) => {
    const found = await workloadDefinitions.get({ name })
    return found?.id === id ? found.version : 0
  })
  if (version !== undefined) writer.history.seen.push({ id, version, acknowledged: newest })
}
