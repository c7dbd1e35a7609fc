import { Agent, request } from 'undici'
import { configMapYaml } from './manifests.ts'
import type { Stack } from './stack.ts'

/** How many requests are sent at the same time. */
export const clients = 16

/** Sends one request; throws unless it succeeds. */
export type Send = (path: string, options?: { method?: 'GET' | 'POST'; body?: unknown }) => Promise<unknown>

/** An API that is measured. */
export interface Target {
  send: Send
  /** The processes whose CPU is counted, with their children. */
  pids: readonly number[]
  /** What was there before the first operation. */
  known: Known
}

interface Known {
  /** The IDs of all workload definitions, as for the others. */
  definitions: readonly number[]
  instances: readonly number[]
  /** The ID of a Kubernetes runtime instance. */
  runtime: number
}

export interface Operation {
  what: string
  /** How often it is done; a tenth more is done before. */
  count: number
  /** Does it once; `index` is another number each time, and counts from 0. */
  run: (target: Target, index: number) => Promise<unknown>
  /** The CPU in milliseconds that it should take at most, in all processes together. */
  goal: number
  /** The share of the CPU of Threeport that it should take at most. */
  ofThreeport?: number
}

// Names of an earlier run may still be there in an API that is given.
const run = Date.now().toString(36)

/** Operations that Threeport has, too. */
export const restOperations: readonly Operation[] = [
  {
    what: 'REST GET of a definition by ID',
    count: 4000,
    run: ({ send, known }, index) => send(pathOf('workload-definitions', known.definitions, index)),
    goal: 0.45,
    ofThreeport: 1,
  },
  {
    what: 'REST GET of an instance by ID',
    count: 4000,
    run: ({ send, known }, index) => send(pathOf('workload-instances', known.instances, index)),
    goal: 0.45,
    ofThreeport: 1,
  },
  {
    what: 'REST list of 1,000 definitions',
    count: 40,
    run: ({ send }) => send('/v0/workload-definitions?size=1000'),
    goal: 12,
    ofThreeport: 1,
  },
  {
    what: 'REST list of 1,000 instances',
    count: 40,
    run: ({ send }) => send('/v0/workload-instances?size=1000'),
    goal: 12,
    ofThreeport: 1,
  },
  {
    what: 'REST POST of a definition and an instance',
    count: 1000,
    run: (target, index) => postWorkload(target, `posted-${run}-${index}`),
    goal: 4,
    ofThreeport: 0.5,
  },
]

/** @param documents The operations of the SDK */
export function graphqlOperations(documents: Stack['documents']): Operation[] {
  return [
    {
      what: 'GraphQL: an object by name',
      count: 4000,
      run: ({ send, known }, index) =>
        graphql(send, documents.GetWorkloadInstanceDocument, {
          by: { named: { name: `work-${index % known.instances.length}` } },
        }),
      goal: 0.35,
    },
    {
      what: 'GraphQL: a page of 100',
      count: 400,
      run: ({ send }) => graphql(send, documents.ListWorkloadInstanceDocument, { first: 100 }),
      goal: 1.5,
    },
    {
      what: 'GraphQL: a create mutation',
      count: 2000,
      run: ({ send }, index) => {
        const name = `made-${index}`
        return graphql(send, documents.CreateWorkloadDefinitionDocument, {
          input: { name, spec: { yamlDocument: configMapYaml(name, '0') } },
        })
      },
      goal: 0.4,
    },
  ]
}

/** Creates a definition with a ConfigMap, and an instance of it in the known runtime. */
export async function postWorkload(
  { send, known }: Pick<Target, 'send' | 'known'>,
  name: string,
): Promise<void> {
  const WorkloadDefinitionID = await postObject(send, 'workload-definitions', {
    Name: name,
    YAMLDocument: configMapYaml(name, '0'),
  })
  await postObject(send, 'workload-instances', {
    Name: name,
    WorkloadDefinitionID,
    KubernetesRuntimeInstanceID: known.runtime,
  })
}

/** Creates an object; resolves with its ID. */
export async function postObject(send: Send, path: string, body: object): Promise<number> {
  const { Data } = (await send(`/v0/${path}`, { method: 'POST', body })) as { Data: { ID: number }[] }
  const [{ ID } = { ID: 0 }] = Data
  return ID
}

/** Returns what is there; the runtime has the ID 0 if there is none. */
export async function knownIn(send: Send): Promise<Known> {
  const idsOf = async (path: string): Promise<number[]> => {
    const { Data } = (await send(`/v0/${path}?size=1000`)) as { Data: { ID: number }[] | null }
    return (Data ?? []).map(({ ID }) => ID)
  }
  const [runtime = 0] = await idsOf('kubernetes-runtime-instances')
  return {
    definitions: await idsOf('workload-definitions'),
    instances: await idsOf('workload-instances'),
    runtime,
  }
}

/** @param token The token of the requests. Default: none is sent */
export function sender({ url, token }: { url: string; token?: string }): {
  send: Send
  close: () => Promise<void>
} {
  const dispatcher = new Agent({ connections: clients, pipelining: 1 })
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const send: Send = async (path, { method = 'GET', body } = {}) => {
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
  return { send, close: () => dispatcher.close() }
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

function pathOf(type: string, ids: readonly number[], index: number): string {
  return `/v0/${type}/${ids[index % ids.length] ?? 0}`
}
