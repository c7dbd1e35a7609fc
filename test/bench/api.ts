import { join } from 'node:path'
import { Agent, request } from 'undici'
import { chunks } from '../../schema/chunks.ts'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import { cpuOf } from './process-cpu.ts'
import { milliseconds, type Figure } from './figures.ts'
import { configMapYaml } from './manifests.ts'
import { createWorkloads, workloadsReady } from './reconciles.ts'
import { profiled } from './profile.ts'
import type { Stack } from './stack.ts'

const clients = 16

/** Sends one request; throws unless it succeeds. */
type Send = (path: string, options?: { method?: 'GET' | 'POST'; body?: unknown }) => Promise<unknown>

interface Operation {
  what: string
  /** How often it is done; a tenth more is done before. */
  count: number
  run: (send: Send, index: number) => Promise<unknown>
  /** The CPU in milliseconds that it should take at most, in all processes together. */
  goal?: number
}

interface Known {
  definitions: readonly number[]
  instances: readonly number[]
  runtime: number
}

export interface ApiOptions {
  /** How many workloads are present. */
  workloads: number
  /** How many objects are in the store; definitions are added to the workloads. @default those of the workloads */
  objects?: number | undefined
  /** Measures the operations with this text in their name. @default all */
  only?: string | undefined
  /** The folder for CPU profiles of the server, one for each operation. The profiler itself costs CPU. @default none is written */
  profiles?: string | undefined
}

/**
 * Measures the CPU that the server, Postgres and NATS take together for one operation of the API, with so many workloads present.
 * No worker runs meanwhile, so that what follows from a write is not counted.
 */
export async function measureApi(
  stack: Stack,
  { workloads, objects = 0, only = '', profiles }: ApiOptions,
): Promise<Figure[]> {
  const names = Array.from({ length: workloads }, (_, index) => `work-${index}`)
  await createWorkloads(stack.client, names)
  await workloadsReady(stack)
  await addDefinitions(stack, objects - 2 * workloads)
  const agent = new Agent({ connections: clients, pipelining: 1 })
  const send = sender(stack, agent)
  const pids = await Promise.all((['server', 'postgres', 'nats'] as const).map((part) => stack.pidOf(part)))
  await stack.signal('worker', 'SIGSTOP')
  try {
    const figures: Figure[] = []
    for (const operation of operations(await knownIn(send), stack).filter(({ what }) => what.includes(only)))
      figures.push(await measure(operation, { send, pids, profiles }))
    return figures
  } finally {
    await stack.signal('worker', 'SIGCONT')
    await agent.close()
  }
}

/** Adds so many definitions, which no worker has to do anything for. */
async function addDefinitions({ client }: Stack, count: number): Promise<void> {
  const documents = Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const name = `other-${index}`
    return { kind: 'WorkloadDefinition', name, spec: { yamlDocument: configMapYaml(name, '0') } }
  })
  for (const together of chunks(documents, 500)) await client.apply(together)
}

async function measure(
  { what, count, run, goal }: Operation,
  { send, pids, profiles }: { send: Send; pids: readonly number[]; profiles: string | undefined },
): Promise<Figure> {
  const warmUp = Math.ceil(count / 10)
  const numbers = Array.from({ length: warmUp + count }, (_, index) => index)
  await mapWithLimit(numbers.slice(0, warmUp), clients, (index) => run(send, index))
  const before = pids.map(cpuOf)
  const work = (): Promise<unknown> =>
    mapWithLimit(numbers.slice(warmUp), clients, (index) => run(send, index))
  if (profiles === undefined) await work()
  else await profiled({ pid: pids[0] ?? 0, file: join(profiles, `${what}.cpuprofile`) }, work)
  const each = pids.map((pid, index) => ((cpuOf(pid) - (before[index] ?? 0)) * 1000) / count)
  const [server = 0, postgres = 0, nats = 0] = each
  return {
    what: `CPU of ${what}`,
    value: milliseconds(server + postgres + nats),
    peer: `server ${milliseconds(server)}, Postgres ${milliseconds(postgres)}, NATS ${milliseconds(nats)}`,
    ...(goal === undefined ? {} : { budget: `<= ${milliseconds(goal)}` }),
  }
}

function operations(
  { definitions, instances, runtime }: Known,
  { documents }: Pick<Stack, 'documents'>,
): Operation[] {
  const path = (of: string, ids: readonly number[], index: number): string =>
    `/v0/${of}/${ids[index % ids.length] ?? 0}`
  return [
    {
      what: 'REST GET of a definition by ID',
      count: 4000,
      run: (send, index) => send(path('workload-definitions', definitions, index)),
      goal: 0.45,
    },
    {
      what: 'REST GET of an instance by ID',
      count: 4000,
      run: (send, index) => send(path('workload-instances', instances, index)),
      goal: 0.45,
    },
    {
      what: 'REST list of 1,000 definitions',
      count: 40,
      run: (send) => send('/v0/workload-definitions?size=1000'),
      goal: 12,
    },
    {
      what: 'REST list of 1,000 instances',
      count: 40,
      run: (send) => send('/v0/workload-instances?size=1000'),
      goal: 12,
    },
    {
      what: 'REST POST of a definition and an instance',
      count: 1000,
      run: async (send, index) => {
        const name = `posted-${index}`
        const YAMLDocument = configMapYaml(name, '0')
        const definition = await send('/v0/workload-definitions', {
          method: 'POST',
          body: { Name: name, YAMLDocument },
        })
        await send('/v0/workload-instances', {
          method: 'POST',
          body: {
            Name: name,
            WorkloadDefinitionID: idIn(definition),
            KubernetesRuntimeInstanceID: runtime,
          },
        })
      },
      goal: 4,
    },
    {
      what: 'GraphQL: an object by name',
      count: 4000,
      run: (send, index) =>
        graphql(send, documents.GetWorkloadInstanceDocument, {
          by: { named: { name: `work-${index % instances.length}` } },
        }),
      goal: 0.35,
    },
    {
      what: 'GraphQL: a page of 100',
      count: 400,
      run: (send) => graphql(send, documents.ListWorkloadInstanceDocument, { first: 100 }),
      goal: 1.5,
    },
    {
      what: 'GraphQL: a create mutation',
      count: 2000,
      run: (send, index) => {
        const name = `made-${index}`
        return graphql(send, documents.CreateWorkloadDefinitionDocument, {
          input: { name, spec: { yamlDocument: configMapYaml(name, '0') } },
        })
      },
      goal: 0.4,
    },
  ]
}

async function graphql(send: Send, document: { toString(): string }, variables: object): Promise<unknown> {
  const answer = (await send('/graphql', {
    method: 'POST',
    body: { query: String(document), variables },
  })) as {
    errors?: unknown
  }
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors))
  return answer
}

function sender({ url, token }: Stack, dispatcher: Agent): Send {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return async (path, { method = 'GET', body } = {}) => {
    const response = await request(`${url}${path}`, {
      dispatcher,
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.body.json()
    if (response.statusCode >= 300)
      throw new Error(`${method} ${path} was answered with ${response.statusCode}: ${JSON.stringify(answer)}`)
    return answer
  }
}

async function knownIn(send: Send): Promise<Known> {
  const idsOf = async (path: string): Promise<number[]> => {
    const { Data } = (await send(`/v0/${path}?size=1000`)) as { Data: { ID: number }[] }
    return Data.map(({ ID }) => ID)
  }
  const [runtime = 0] = await idsOf('kubernetes-runtime-instances')
  return {
    definitions: await idsOf('workload-definitions'),
    instances: await idsOf('workload-instances'),
    runtime,
  }
}

function idIn(answer: unknown): number | undefined {
  return (answer as { Data: { ID: number }[] }).Data[0]?.ID
}
