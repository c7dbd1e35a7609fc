import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { createAddressRules } from '../../../schema/clusters/addresses.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  const rules = createAddressRules({ allow: [], deny: [] })
  const clusters = { ...rules, allowsHttp: false, allowsUnverified: false }
  server = await createTestServer(undefined, { clusters })
  const definition = { kind: 'KubernetesRuntimeDefinition', name: 'own', spec: { provider: 'kubeconfig' } }
  expect((await apply([definition])).errors).toBeUndefined()
})
afterAll(() => server?.stop())

const kubeconfig = (address: string): string =>
  stringify({
    'current-context': 'good',
    clusters: [
      { name: 'good', cluster: { server: 'https://cluster.example' } },
      { name: 'other', cluster: { server: address } },
    ],
    contexts: ['good', 'other'].map((name) => ({ name, context: { cluster: name, user: 'me' } })),
    users: [{ name: 'me', user: { token: 'hidden' } }],
  })
const runtime = (name: string, spec: object) => ({
  kind: 'KubernetesRuntimeInstance',
  name,
  spec: { definition: 'own', ...spec },
})

async function apply(documents: object[], dryRun = false) {
  const query =
    'mutation ($documents: [ObjectDocument!]!, $dryRun: Boolean) { apply(documents: $documents, dryRun: $dryRun) { result } }'
  return (await server.graphql(query, { documents, dryRun })).body
}

describe('the kubeconfig of a runtime', () => {
  const wrong = { kubeconfig: kubeconfig('http://cluster.example'), context: 'other' }
  const field = {
    path: expect.stringMatching(/(^|\.)spec\.kubeconfig$/),
    message: 'server of its cluster is not encrypted: it begins with http://',
    remedy: expect.stringContaining('QLEET_CLUSTER_HTTP=true'),
  }

  it('is refused as it is submitted, in every way to do so, with its field and without its value', async () => {
    const create =
      'mutation ($input: CreateKubernetesRuntimeInstanceInput!) { createKubernetesRuntimeInstance(input: $input) { id } }'
    const input = { name: 'a', spec: { definition: 'own', ...wrong } }
    const answers = [
      await apply([runtime('a', wrong)]),
      await apply([runtime('a', wrong)], true),
      (await server.graphql(create, { input })).body,
    ]
    for (const { errors } of answers) {
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', fields: [field] })
      expect(JSON.stringify(errors)).not.toContain('hidden')
    }
    const body = {
      Name: 'a',
      KubernetesRuntimeDefinitionID: 0,
      Kubeconfig: wrong.kubeconfig,
      Context: 'other',
    }
    const found = await server.rest('GET', '/v0/kubernetes-runtime-definitions?name=own')
    body.KubernetesRuntimeDefinitionID = Number(found.body.Data?.[0]?.['ID'])
    const rest = await server.rest('POST', '/v0/kubernetes-runtime-instances', body)
    expect(rest).toMatchObject({
      status: 400,
      body: { Status: { error: expect.stringContaining('http://') } },
    })
  })

  it('is that of the chosen context, and is not looked at again where it stays as it is', async () => {
    const { context: _, ...good } = wrong
    expect((await apply([runtime('b', good)])).errors).toBeUndefined()
    const stored = await server.store.find({ kind: 'KubernetesRuntimeInstance', name: 'b' })
    const again = await apply([runtime('b', { ...(stored?.spec as object), location: 'Local' })])
    expect(again.errors).toBeUndefined()
  })

  it.each(['hello', '{', 'clusters: 7', 'current-context: x\ncontexts: [null, 3]\n', '- 1'])(
    'is left to workers where it is none: %j',
    async (text) => {
      expect((await apply([runtime('c', { kubeconfig: text })], true)).errors).toBeUndefined()
    },
  )
})
