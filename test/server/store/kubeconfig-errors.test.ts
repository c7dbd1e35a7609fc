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
    'mutation ($documents: [ObjectDocumentInput!]!, $dryRun: Boolean) { apply(input: { documents: $documents }, options: { dryRun: $dryRun }) { changeCursor } }'
  return (await server.graphql(query, { documents, dryRun })).body
}

describe('the kubeconfig of a runtime', () => {
  const wrong = { kubeconfig: kubeconfig('http://cluster.example'), context: 'other' }
  const field = {
    path: expect.stringMatching(/(^|\.)spec\.kubeconfig$/),
    message: 'server of its cluster is not encrypted: it starts with http://',
    remedy: expect.stringContaining('QLEET_CLUSTER_HTTP=true'),
  }

  it('is refused at submission, through every operation, with its field and without its value', async () => {
    const create =
      'mutation ($input: CreateKubernetesRuntimeInstanceInput!) { createKubernetesRuntimeInstance(input: $input) { changeCursor } }'
    const input = { name: 'a', spec: { definition: 'own', ...wrong } }
    const responses = [
      await apply([runtime('a', wrong)]),
      await apply([runtime('a', wrong)], true),
      (await server.graphql(create, { input })).body,
    ]
    for (const { errors } of responses) {
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

  it('is that of the chosen context, and is not checked again if it is unchanged', async () => {
    const { context: _, ...good } = wrong
    expect((await apply([runtime('b', good)])).errors).toBeUndefined()
    const stored = await server.store.find({ kind: 'KubernetesRuntimeInstance', name: 'b' })
    const again = await apply([runtime('b', { ...(stored?.spec as object), location: 'Local' })])
    expect(again.errors).toBeUndefined()
  })

  const program = { apiVersion: 'client.authentication.k8s.io/v1', command: 'aws' }
  const withUser = (user: object): string =>
    stringify({
      'current-context': 'a',
      clusters: [{ name: 'a', cluster: { server: 'https://cluster.example' } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      users: [{ name: 'a', user }],
    })

  it.each([
    ['a text', { kubeconfig: 'hidden' }, 'kubeconfig', 'is not a kubeconfig: it must be'],
    [
      'broken YAML',
      { kubeconfig: 'a: "hidden\n- {' },
      'kubeconfig',
      'is not valid YAML, see line 1 column 4',
    ],
    ['no context', { kubeconfig: 'clusters: []' }, 'kubeconfig', 'has no current context'],
    [
      'invalid entries',
      { kubeconfig: 'current-context: x\ncontexts: [null, 3]\n' },
      'kubeconfig',
      'is not complete: contexts[0] must be an object',
    ],
    [
      'a missing context',
      { kubeconfig: kubeconfig('https://other.example'), context: 'third' },
      'context',
      'the kubeconfig has no context "third"',
    ],
    [
      'a file',
      { kubeconfig: withUser({ tokenFile: '/hidden' }) },
      'kubeconfig',
      'references a file in tokenFile',
    ],
    ['a proxy user', { kubeconfig: withUser({ as: 'hidden' }) }, 'kubeconfig', 'impersonates another user'],
    [
      'more than a megabyte',
      { kubeconfig: `${kubeconfig('https://other.example')}# ${'hidden'.repeat(200_000)}` },
      'kubeconfig',
      'is longer than 1,000,000 characters',
    ],
    [
      'a megabyte of commas',
      { kubeconfig: `hidden: [${'a,'.repeat(400_000)}]` },
      'kubeconfig',
      'is too large or too deeply nested',
    ],
  ])('is refused with %s, with its field and without its value', async (_, spec, field, message) => {
    const { errors } = await apply([runtime('c', spec)])
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [
        {
          path: `documents[0].spec.${field}`,
          message: expect.stringContaining(message),
          remedy: expect.stringMatching(/^[A-Z].*\.$/),
        },
      ],
    })
    expect(JSON.stringify(errors)).not.toContain('hidden')
  })

  it('may name a program: workers decide which of them may run', async () => {
    const spec = { kubeconfig: withUser({ exec: program }) }
    expect((await apply([runtime('d', spec)], true)).errors).toBeUndefined()
  })
})
