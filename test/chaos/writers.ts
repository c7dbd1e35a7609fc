import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { isPlatformError, isWriteConflict } from '../../schema/errors.ts'
import { poll } from '../support/eventually.ts'
import { definition } from '../support/store.ts'
import type { AckedWrite, History } from './history.ts'
import type { Random } from '../support/random.ts'
import type { ChaosStack } from './stack.ts'

/** Who writes, through one of the servers, until it is over. */
export interface Writer {
  client: Client
  random: Random
  history: History
  isOver(): boolean
  /** Counts what was asked. */
  onAsked(): void
}

/** Clients of each server, as they stand behind nothing that hides a broken one. */
export function clientsOf({ plane }: ChaosStack): Client[] {
  return plane.servers.map(({ url }) => createClient({ url, token: plane.token, timeout: 10_000 }))
}

const rest = ({ random }: Writer): Promise<void> => sleep(20 + random.next() * 60)

/** Deploys, changes and deletes workloads that no other writer touches. `desired` has what was acknowledged last. */
export async function deployAtRandom(writer: Writer, { names, runtimeOf, desired }: Deploys): Promise<void> {
  for (let count = 0; !writer.isOver(); count++) {
    const name = writer.random.pick(names)
    const mark = `${name}.${count}`
    const remove = writer.random.chance(0.25)
    writer.onAsked()
    const done = await decided(writer, () =>
      remove
        ? deleteWorkload(writer, name)
        : deployWorkload(writer, { name, mark, runtime: runtimeOf(name) }),
    )
    if (done) desired.set(name, remove ? undefined : mark)
    await rest(writer)
  }
}

/**
 * Deploys a definition with several instances and deletes it together with all of them in one request, again and again.
 * Whichever of them is gone last takes it along.
 */
export async function deleteTogether(writer: Writer, { names, runtimeOf, desired }: Deploys): Promise<void> {
  const { client, history } = writer
  for (let count = 0; !writer.isOver(); count++) {
    const name = `${writer.random.pick(names)}-${count}`
    const mark = `${name}.0`
    const instances = [0, 1, 2, 3, 4].map((at) => ({ kind: 'WorkloadInstance', name: `${name}-${at}` }))
    for (const instance of instances) desired.set(instance.name, undefined)
    const deploy = async (): Promise<void> => {
      const specOf = (instance: string) => ({ definition: name, runtime: runtimeOf(instance) })
      const answers = await client.apply([
        definition(name, mark),
        ...instances.map((instance) => ({ ...instance, spec: specOf(instance.name) })),
      ])
      history.acked.push(...answers.map((answer) => appliedWrite(answer, mark)))
    }
    const remove = async (): Promise<void> => {
      try {
        const deleted = await client.objects.delete([{ kind: 'WorkloadDefinition', name }, ...instances])
        history.acked.push(...deleted.map(deletedWrite))
      } catch (error) {
        // The first answer was lost, and some of them, or all, are gone already.
        if (!isPlatformError(error) || error.code !== 'NOT_FOUND') throw error
      }
    }
    for (const work of [deploy, remove]) {
      writer.onAsked()
      await decided(writer, work)
      await sleep(writer.random.next() * 2000)
    }
  }
}

export interface Deploys {
  names: readonly string[]
  runtimeOf(name: string): string
  desired: Map<string, string | undefined>
}

/** An answer that did not arrive says nothing of what was done: asks again until one does. False when it was refused. */
async function decided(writer: Writer, work: () => Promise<void>): Promise<boolean> {
  const result = await poll(
    async () => {
      try {
        await work()
        return 'done'
      } catch (error) {
        const outcome = outcomeOf(writer, error)
        return outcome === 'refused' ? outcome : undefined
      }
    },
    { within: 300_000, every: 100 },
  )
  if (result === undefined) writer.history.unexpected.push('a change was not decided within five minutes')
  return result === 'done'
}

/** `refused`, or unknown where no answer came. */
function outcomeOf({ history }: Writer, error: unknown): 'refused' | 'unknown' {
  const code = isPlatformError(error) ? error.code : 'INTERNAL'
  if (isWriteConflict(code) || code === 'BLOCKED') return 'refused'
  if (code !== 'UNAVAILABLE') history.unexpected.push(String(error instanceof Error ? error.message : error))
  return 'unknown'
}

/** How the log says what an answer says. */
export const operations = { CREATED: 'CREATE', UPDATED: 'UPDATE', UNCHANGED: 'UNCHANGED' } as const

type Answered = Pick<AckedWrite, 'kind' | 'name' | 'id' | 'version'>

function appliedWrite(
  { result, object: { kind, name, id, version } }: { result: keyof typeof operations; object: Answered },
  mark: string,
): AckedWrite {
  const marked = kind === 'WorkloadDefinition' ? { mark } : {}
  return { kind, name, id, version, operation: operations[result], ...marked }
}

function deletedWrite({ kind, name, id, version }: Answered): AckedWrite {
  return { kind, name, id, version, operation: 'DELETE_REQUEST' }
}

async function deployWorkload(
  { client, history }: Writer,
  { name, mark, runtime }: { name: string; mark: string; runtime: string },
): Promise<void> {
  const answers = await client.apply([
    definition(name, mark),
    { kind: 'WorkloadInstance', name, spec: { definition: name, runtime } },
  ])
  history.acked.push(...answers.map((answer) => appliedWrite(answer, mark)))
}

async function deleteWorkload({ client, history }: Writer, name: string): Promise<void> {
  for (const kinds of [['WorkloadInstance', 'WorkloadDefinition'], ['WorkloadDefinition']]) {
    try {
      const deleted = await client.objects.delete(kinds.map((kind) => ({ kind, name })))
      history.acked.push(...deleted.map(deletedWrite))
      return
    } catch (error) {
      // One of the two, or both, may be gone already.
      if (!isPlatformError(error) || error.code !== 'NOT_FOUND') throw error
    }
  }
}

/** Adds one to a counter that others count up as well, with the version that was read. */
export async function countUp(writer: Writer, { name, newest }: Counter): Promise<void> {
  const { client, history } = writer
  const counter = history.counters.get(name) ?? { acked: [], unknown: [] }
  history.counters.set(name, counter)
  for (; !writer.isOver(); await rest(writer)) {
    const acknowledged = newest.version
    const read = await client.workloadDefinitions.get({ name }).catch((error: unknown) => {
      outcomeOf(writer, error)
    })
    if (read === undefined) continue
    history.seen.push({ id: read.id, version: read.version, acknowledged })
    const mark = `${Number(markIn(read.spec.yamlDocument)?.split('/')[0]) + 1}/${Math.round(writer.random.next() * 1e9)}`
    writer.onAsked()
    try {
      const { yamlDocument } = definition(name, mark).spec
      const { version } = read
      const updated = await client.workloadDefinitions.update({
        name,
        input: { spec: { yamlDocument } },
        expectedVersion: version,
      })
      counter.acked.push(mark)
      const { id, kind } = updated
      history.acked.push({ kind, name, id, version: updated.version, operation: 'UPDATE', mark })
      newest.version = Math.max(newest.version, updated.version)
    } catch (error) {
      if (outcomeOf(writer, error) === 'unknown') counter.unknown.push(mark)
    }
  }
}

export interface Counter {
  name: string
  /** Newest version that any client has seen. */
  newest: { version: number }
}

/** The mark in what a definition of a workload deploys. */
export function markIn(yamlDocument: string): string | undefined {
  return /value: "([^"]*)"/.exec(yamlDocument)?.[1]
}

/** Several want the same name at the same moment, again and again. */
export async function raceForNames(writer: Writer, clients: readonly Client[]): Promise<void> {
  for (let round = 0; !writer.isOver(); round++) {
    const name = `race-${round}`
    const won: string[] = []
    writer.history.races.push({ name, won })
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const mark = `${name}.${index}`
        writer.onAsked()
        try {
          const { yamlDocument } = definition(name, mark).spec
          const client = clients[index % clients.length] ?? writer.client
          const created = await client.workloadDefinitions.create({ input: { name, spec: { yamlDocument } } })
          won.push(mark)
          const { id, kind, version } = created
          writer.history.acked.push({ kind, name, id, version, operation: 'CREATE', mark })
        } catch (error) {
          outcomeOf(writer, error)
        }
      }),
    )
    await sleep(500 + writer.random.next() * 500)
  }
}
