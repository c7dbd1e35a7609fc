import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { isPlatformError, isWriteConflict } from '../../schema/errors.ts'
import { poll } from '../support/eventually.ts'
import { definition } from '../support/store.ts'
import type { AckedWrite, History } from './history.ts'
import type { Random } from '../support/random.ts'
import type { ChaosStack } from './stack.ts'

/** A client that writes through one of the servers until the run is over. */
export interface Writer {
  client: Client
  random: Random
  history: History
  isOver(): boolean
  /** Called for each write that is requested. */
  onRequest(): void
}

/** Returns a client for each server; no load balancer hides a broken one. */
export function clientsOf({ plane }: ChaosStack): Client[] {
  return plane.servers.map(({ url }) => createClient({ url, token: plane.token, timeout: 10_000 }))
}

const pause = ({ random }: Writer): Promise<void> => sleep(20 + random.next() * 60)

/** Deploys, changes and deletes workloads that no other writer touches. `desired` has the latest acknowledged state. */
export async function deployAtRandom(writer: Writer, { names, runtimeOf, desired }: Deploys): Promise<void> {
  for (let count = 0; !writer.isOver(); count++) {
    const name = writer.random.pick(names)
    const marker = `${name}.${count}`
    const remove = writer.random.chance(0.25)
    writer.onRequest()
    const done = await untilDecided(writer, () =>
      remove
        ? deleteWorkload(writer, name)
        : deployWorkload(writer, { name, marker, runtime: runtimeOf(name) }),
    )
    if (done) desired.set(name, remove ? undefined : marker)
    await pause(writer)
  }
}

/**
 * Repeatedly deploys a definition with several instances, and deletes it together with all of them in one request. The
 * definition is removed with the last of the instances.
 */
export async function deleteTogether(writer: Writer, { names, runtimeOf, desired }: Deploys): Promise<void> {
  const { client, history } = writer
  for (let count = 0; !writer.isOver(); count++) {
    const name = `${writer.random.pick(names)}-${count}`
    const marker = `${name}.0`
    const instances = [0, 1, 2, 3, 4].map((at) => ({ kind: 'WorkloadInstance', name: `${name}-${at}` }))
    for (const instance of instances) desired.set(instance.name, undefined)
    const deploy = async (): Promise<void> => {
      const specOf = (instance: string) => ({ definition: name, runtime: runtimeOf(instance) })
      const results = await client.apply([
        definition(name, marker),
        ...instances.map((instance) => ({ ...instance, spec: specOf(instance.name) })),
      ])
      history.acked.push(...results.map((applied) => appliedWrite(applied, marker)))
    }
    const remove = async (): Promise<void> => {
      try {
        const deleted = await client.objects.delete([{ kind: 'WorkloadDefinition', name }, ...instances])
        history.acked.push(...deleted.map(deletedWrite))
      } catch (error) {
        // The first response was lost, and some or all of the objects are deleted already.
        if (!isPlatformError(error) || error.code !== 'NOT_FOUND') throw error
      }
    }
    for (const work of [deploy, remove]) {
      writer.onRequest()
      await untilDecided(writer, work)
      await sleep(writer.random.next() * 2000)
    }
  }
}

export interface Deploys {
  names: readonly string[]
  runtimeOf(name: string): string
  desired: Map<string, string | undefined>
}

/**
 * Repeats a request until its outcome is known, as a lost response does not reveal it. Returns false if it was refused.
 */
export async function untilDecided(writer: Writer, work: () => Promise<void>): Promise<boolean> {
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
  if (result === undefined)
    writer.history.unexpected.push('the outcome of a change was not known within five minutes')
  return result === 'done'
}

/** Returns `refused`, or `unknown` if there was no response. */
function outcomeOf({ history }: Writer, error: unknown): 'refused' | 'unknown' {
  const code = isPlatformError(error) ? error.code : 'INTERNAL'
  if (isWriteConflict(code) || code === 'BLOCKED') return 'refused'
  if (code !== 'UNAVAILABLE') history.unexpected.push(String(error instanceof Error ? error.message : error))
  return 'unknown'
}

/** The operation in the log for each result of an apply. */
export const operations = { CREATED: 'CREATE', UPDATED: 'UPDATE', UNCHANGED: 'UNCHANGED' } as const

type Acknowledged = Pick<AckedWrite, 'kind' | 'name' | 'id' | 'version'>

export function appliedWrite(
  { result, object: { kind, name, id, version } }: { result: keyof typeof operations; object: Acknowledged },
  marker?: string,
): AckedWrite {
  const withMarker = kind === 'WorkloadDefinition' && marker !== undefined ? { marker } : {}
  return { kind, name, id, version, operation: operations[result], ...withMarker }
}

export function deletedWrite({ kind, name, id, version }: Acknowledged): AckedWrite {
  return { kind, name, id, version, operation: 'DELETE_REQUEST' }
}

async function deployWorkload(
  { client, history }: Writer,
  { name, marker, runtime }: { name: string; marker: string; runtime: string },
): Promise<void> {
  const results = await client.apply([
    definition(name, marker),
    { kind: 'WorkloadInstance', name, spec: { definition: name, runtime } },
  ])
  history.acked.push(...results.map((applied) => appliedWrite(applied, marker)))
}

async function deleteWorkload({ client, history }: Writer, name: string): Promise<void> {
  for (const kinds of [['WorkloadInstance', 'WorkloadDefinition'], ['WorkloadDefinition']]) {
    try {
      const deleted = await client.objects.delete(kinds.map((kind) => ({ kind, name })))
      history.acked.push(...deleted.map(deletedWrite))
      return
    } catch (error) {
      // One or both of the objects may be deleted already.
      if (!isPlatformError(error) || error.code !== 'NOT_FOUND') throw error
    }
  }
}

/** Increments a counter that other clients increment too, with the version that was read. */
export async function countUp(writer: Writer, { name, newest }: Counter): Promise<void> {
  const { client, history } = writer
  const counter = history.counters.get(name) ?? { acked: [], unknown: [] }
  history.counters.set(name, counter)
  for (; !writer.isOver(); await pause(writer)) {
    const acknowledged = newest.version
    const read = await client.workloadDefinitions.get({ name }).catch((error: unknown) => {
      outcomeOf(writer, error)
    })
    if (read === undefined) continue
    history.seen.push({ id: read.id, version: read.version, acknowledged })
    const marker = `${Number(markerIn(read.spec.yamlDocument)?.split('/')[0]) + 1}/${Math.round(writer.random.next() * 1e9)}`
    writer.onRequest()
    try {
      const { yamlDocument } = definition(name, marker).spec
      const { version } = read
      const updated = await client.workloadDefinitions.update({
        name,
        input: { spec: { yamlDocument } },
        expectedVersion: version,
      })
      counter.acked.push(marker)
      const { id, kind } = updated
      history.acked.push({ kind, name, id, version: updated.version, operation: 'UPDATE', marker })
      newest.version = Math.max(newest.version, updated.version)
    } catch (error) {
      if (outcomeOf(writer, error) === 'unknown') counter.unknown.push(marker)
    }
  }
}

export interface Counter {
  name: string
  /** The latest version that any client has seen. */
  newest: { version: number }
}

/** Returns the marker in the manifest of a workload definition: `name.count` or `count/client`. */
export function markerIn(yamlDocument: string): string | undefined {
  return /value: "([^"]*[./][^"]*)"/.exec(yamlDocument)?.[1]
}

/** Creates the same name from several clients at the same time, repeatedly. */
export async function raceForNames(writer: Writer, clients: readonly Client[]): Promise<void> {
  for (let round = 0; !writer.isOver(); round++) {
    const name = `race-${round}`
    const won: string[] = []
    writer.history.races.push({ name, won })
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const marker = `${name}.${index}`
        writer.onRequest()
        try {
          const { yamlDocument } = definition(name, marker).spec
          const client = clients[index % clients.length] ?? writer.client
          const created = await client.workloadDefinitions.create({ input: { name, spec: { yamlDocument } } })
          won.push(marker)
          const { id, kind, version } = created
          writer.history.acked.push({ kind, name, id, version, operation: 'CREATE', marker })
        } catch (error) {
          outcomeOf(writer, error)
        }
      }),
    )
    await sleep(500 + writer.random.next() * 500)
  }
}
