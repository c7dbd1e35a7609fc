import type { Attack, Target } from './attack.ts'
import { ask, get, times } from './ask.ts'
import { documentAttacks } from './documents.ts'
import { codeOf } from './attack.ts'
import { configMapYaml } from '../manifests.ts'
import { largeConfigMap, longestText, slowTexts } from './texts.ts'

const refused = ['INVALID_INPUT']
const served = ['done', 'RATE_LIMITED']

const definition = (name: string, yamlDocument = configMapYaml(name, '0')) => ({
  kind: 'WorkloadDefinition',
  name,
  spec: { yamlDocument },
})

const apply = `mutation ($documents: [ObjectDocument!]!, $dryRun: Boolean, $idempotencyKey: String) {
  apply(documents: $documents, dryRun: $dryRun, idempotencyKey: $idempotencyKey) { result object { id name } }
}`
const create = `mutation ($input: CreateWorkloadDefinitionInput!) { createWorkloadDefinition(input: $input) { id } }`
const objectFields =
  'id kind name projectName labels manifestSpec status { phase conditions { type status reason message } cause { kind } outputs } ready version'

/** The number of objects that are searched: as many as a large company has. */
const crowd = 3000

async function makeCrowd({ client }: Target): Promise<void> {
  if ((await client.objects.get({ kind: 'WorkloadDefinition', name: `crowd-${crowd - 1}` })) !== null) return
  for (let from = 0; from < crowd; from += 500)
    await client.apply(times(500, (index) => definition(`crowd-${from + index}`)))
}

let attempts = 0
/** Returns a name that no attack has used before. */
const fresh = (): string => `attack-${process.pid}-${(attempts += 1)}`

const texts: Attack[] = [
  {
    name: 'a ConfigMap with 20,000 keys',
    expected: ['done'],
    run: async (target) => [
      await ask(target, create, { input: { name: fresh(), spec: { yamlDocument: largeConfigMap(20_000) } } }),
    ],
  },
  {
    name: 'a text of 2.8 MB, dry run by dry run',
    expected: ['done'],
    run: (target) =>
      inTurn(5, () => ask(target, apply, { documents: [definition('large', longestText())], dryRun: true })),
  },
  {
    name: 'ten ConfigMaps with 15,000 keys at once',
    expected: served,
    run: async (target) =>
      Promise.all(
        times(10, () =>
          ask(target, create, { input: { name: fresh(), spec: { yamlDocument: largeConfigMap(15_000) } } }),
        ),
      ),
  },
  {
    name: 'an edit of labels beside a text of 2.8 MB, repeatedly',
    expected: ['done'],
    prepare: async ({ client }) => {
      await client.apply([definition('edited', longestText())])
    },
    run: (target) =>
      inTurn(5, (index) =>
        ask(
          target,
          `mutation { updateWorkloadDefinition(name: "edited", input: { labels: { a: "${index}" } }) { id } }`,
        ),
      ),
  },
  {
    name: 'a text of 12 MB',
    expected: refused,
    run: async (target) => [
      await ask(target, create, {
        input: { name: fresh(), spec: { yamlDocument: largeConfigMap(200_000) } },
      }),
    ],
  },
  ...Object.entries(slowTexts).map(([what, text]): Attack => ({
    name: `3 MB of YAML: ${what}`,
    expected: ['done', ...refused],
    run: async (target) => [
      await ask(target, create, { input: { name: fresh(), spec: { yamlDocument: text() } } }),
    ],
  })),
]

const writes: Attack[] = [
  {
    name: 'apply of 100,000 invalid documents',
    expected: refused,
    run: async (target) => [
      await ask(target, apply, {
        documents: times(100_000, (index) => ({ kind: 'Wrong', name: `a b ${index}` })),
      }),
    ],
  },
  {
    name: 'apply of 2,000 invalid documents',
    expected: refused,
    run: async (target) => [
      await ask(target, apply, {
        documents: times(2000, (index) => ({
          ...definition(`a b ${index}`, `kind: [${index}`),
          labels: { 'a b': 1 },
        })),
      }),
    ],
  },
  {
    name: 'apply of 20,000 documents as dry run',
    expected: refused,
    run: async (target) => [
      await ask(target, apply, {
        documents: times(20_000, (index) => definition(`dry-${index}`)),
        dryRun: true,
      }),
    ],
  },
  {
    name: 'apply of 2,000 documents as dry run, three at once',
    expected: served,
    run: async (target) =>
      Promise.all(
        times(3, (turn) =>
          ask(target, apply, {
            documents: times(2000, (index) => definition(`dry-${turn}-${index}`)),
            dryRun: true,
          }),
        ),
      ),
  },
  {
    name: 'apply of 2,000 documents once for a key, and their deletion',
    expected: ['done'],
    run: async (target) => {
      const prefix = fresh()
      const documents = times(2000, (index) => definition(`${prefix}-${index}`))
      const targets = documents.map(({ kind, name }) => ({ kind, name }))
      return [
        await ask(target, apply, { documents, idempotencyKey: prefix }),
        await ask(target, apply, { documents, idempotencyKey: prefix }),
        await ask(
          target,
          'mutation ($targets: [ObjectTarget!]!) { deleteObjects(targets: $targets) { id } }',
          { targets },
        ),
      ]
    },
  },
  {
    name: '300 mutations in one request',
    expected: ['done'],
    run: async (target) => {
      const prefix = fresh()
      const fields = times(
        300,
        (index) => `m${index}: createProject(input: { name: "${prefix}-${index}" }) { id }`,
      )
      return [await ask(target, `mutation { ${fields.join('\n')} }`)]
    },
  },
  {
    name: 'specs and labels with 100,000 entries',
    expected: refused,
    run: async (target) => {
      const many = Object.fromEntries(times(100_000, (index) => [`k${index}`, index]))
      return [
        await ask(target, apply, { documents: [{ kind: 'Project', name: 'a', spec: many }] }),
        await ask(target, apply, { documents: [{ kind: 'Project', name: 'a', labels: many }] }),
        await ask(target, create, { input: { name: 'a', labels: many, spec: { yamlDocument: 'a' } } }),
      ]
    },
  },
  {
    name: 'an idempotency key, a name and a reason of 5 MB',
    expected: refused,
    run: async (target) => {
      const long = 'x'.repeat(5_000_000)
      return [
        await ask(target, apply, { documents: [definition('a')], idempotencyKey: long }),
        await ask(target, apply, { documents: [definition(long)] }),
        await ask(
          target,
          'mutation ($r: String) { createProject(input: { name: "a" }, reason: $r, dryRun: true) { id } }',
          { r: long },
        ),
      ]
    },
  },
]

const reads: Attack[] = [
  {
    name: '450 aliases of totalCount',
    expected: ['done', ...refused],
    prepare: makeCrowd,
    run: async (target) => [
      await ask(
        target,
        `{ ${times(450, (index) => `a${index}: objects(first: 0) { totalCount }`).join(' ')} }`,
      ),
    ],
  },
  {
    name: '450 counts by different searches',
    expected: ['done', 'RATE_LIMITED', ...refused],
    prepare: makeCrowd,
    run: async (target) => [
      await ask(
        target,
        `{ ${times(450, (index) => `a${index}: objects(first: 0, filter: { search: "${index}" }) { totalCount }`).join(' ')} }`,
      ),
    ],
  },
  {
    name: 'nodes with 150,000 ids',
    expected: refused,
    run: async (target) => [
      await ask(target, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: times(150_000, String) }),
    ],
  },
  {
    name: 'nodes with 1,000 ids, ten at once',
    expected: [...served, ...refused],
    prepare: makeCrowd,
    run: async (target) =>
      Promise.all(
        times(10, () =>
          ask(target, `query ($ids: [ID!]!) { nodes(ids: $ids) { ${objectFields} } }`, {
            ids: times(1000, (index) => String(index + 1)),
          }),
        ),
      ),
  },
  {
    name: 'a page of 1,000 objects, twenty at once',
    expected: served,
    prepare: makeCrowd,
    run: async (target) =>
      Promise.all(
        times(20, () =>
          ask(target, `{ objects(first: 1000) { totalCount edges { node { ${objectFields} } } } }`),
        ),
      ),
  },
  {
    name: 'pages within pages',
    expected: refused,
    run: async (target) => [
      await ask(
        target,
        '{ projects(first: 1000) { edges { node { objects(first: 1000) { edges { node { events(first: 1000) { edges { node { id } } } } } } } } } }',
      ),
    ],
  },
  {
    name: 'a page of 40 definitions of 1.2 MB',
    expected: ['done', ...refused],
    prepare: async ({ client }) => {
      for (let index = 0; index < 40; index++)
        await client.apply([definition(`long-${index}`, largeConfigMap(20_000))])
    },
    run: async (target) => [
      await ask(
        target,
        `{ objects(first: 1000, filter: { search: "long-" }) { edges { node { ${objectFields} } } } }`,
      ),
      await ask(target, '{ changes(first: 1000) { before after } }'),
      await get(target, '/v0/workload-definitions?size=-1'),
    ],
  },
  {
    name: 'all objects by REST, ten at once',
    expected: ['done', '429'],
    prepare: makeCrowd,
    run: async (target) => Promise.all(times(10, () => get(target, '/v0/workload-definitions?size=-1'))),
  },
  {
    name: 'filters with 100,000 names, phases and labels, and a search of 5 MB',
    expected: refused,
    run: async (target) => {
      const query = 'query ($filter: ObjectFilter) { objects(filter: $filter) { totalCount } }'
      const labels = Object.fromEntries(times(100_000, (index) => [`k${index}`, 'v']))
      return [
        await ask(target, query, { filter: { names: times(100_000, (index) => `n${index}`) } }),
        await ask(target, query, { filter: { phases: times(100_000, () => 'Ready') } }),
        await ask(target, query, { filter: { labels } }),
        await ask(target, query, { filter: { search: 'x'.repeat(5_000_000) } }),
      ]
    },
  },
  {
    name: '500 small requests at once',
    expected: served,
    run: async (target) =>
      Promise.all(times(500, () => ask(target, '{ object(kind: "Project", name: "default") { id } }'))),
  },
  {
    name: '3,000 subscriptions over 40 connections',
    expected: served,
    run: (target) => subscribe(target, 40, 75),
  },
]

export const authenticatedAttacks: readonly Attack[] = [...documentAttacks, ...texts, ...writes, ...reads]

async function inTurn(count: number, work: (index: number) => Promise<string>): Promise<string[]> {
  const answers: string[] = []
  for (let index = 0; index < count; index++) answers.push(await work(index))
  return answers
}

/** Subscribes to all changes for two seconds, in which the healthy client makes some. */
async function subscribe({ url, token }: Target, connections: number, each: number): Promise<string[]> {
  const { createClient } = await import('graphql-ws')
  const { WebSocket } = await import('ws')
  const clients = times(connections, () =>
    createClient({
      url: new URL('/graphql', url).href.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${token}` },
      retryAttempts: 0,
    }),
  )
  const answers = new Set<string>()
  const query = 'subscription { changes { cursor object { name manifestSpec status { phase } } } }'
  for (const client of clients) {
    for (let index = 0; index < each; index++) {
      client.subscribe(
        { query },
        {
          next: ({ errors }) => answers.add(codeOfErrors(errors)),
          error: (errors) => answers.add(codeOfErrors(errors)),
          complete: () => undefined,
        },
      )
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 4000))
  await codeOf(Promise.all(clients.map(async (client) => client.dispose())))
  return [...answers]
}

function codeOfErrors(errors: unknown): string {
  const [first] = (Array.isArray(errors) ? errors : []) as { extensions?: { code?: string } }[]
  return first === undefined ? 'done' : (first.extensions?.code ?? JSON.stringify(first))
}
