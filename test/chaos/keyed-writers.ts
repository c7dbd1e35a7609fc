import type { Client } from '../../client-sdk/index.ts'
import { definition } from '../support/store.ts'
import { acknowledged, answered, type Ask, type Asker } from './asking.ts'
import type { AckedWrite } from './history.ts'
import { operations } from './writers.ts'

/** One of those that write with idempotency keys, each request to whichever server. */
export interface KeyedWriter extends Asker {
  /** Told from others by it. */
  index: number
  /** Objects that all of them change. */
  shared: readonly Shared[]
}

interface Shared {
  name: string
  id: string
  /** Newest version that any client has seen. */
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
    const dice = writer.random.next()
    if (dice < 0.1) await liveOnce(writer, `own-${writer.index}-${count}`)
    else await changeShared(writer, `${writer.index}-${count}`, dice < 0.5 ? 1 : 20)
  }
}

/** Many in one request, which are all changed or none; the same may be among them more than once. */
async function changeShared(writer: KeyedWriter, key: string, size: number): Promise<void> {
  const changed = [...new Set(Array.from({ length: size }, () => writer.random.pick(writer.shared)))]
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
  if (writer.random.chance(0.5)) await readShared(writer, writer.random.pick(changed))
  if (writer.random.chance(0.05)) await acknowledged(writer, change)
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
  await acknowledged(writer, writer.random.pick([create, remove]))
}

async function readShared(writer: KeyedWriter, { name, id, newest }: Shared): Promise<void> {
  const version = await answered(writer, async ({ workloadDefinitions }) => {
    const found = await workloadDefinitions.get({ name })
    return found?.id === id ? found.version : 0
  })
  if (version !== undefined) writer.history.seen.push({ id, version, acknowledged: newest })
}
