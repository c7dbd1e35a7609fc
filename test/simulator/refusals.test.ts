import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtinResources } from '../../simulator/resources/builtin.ts'
import { newNamespace, useCluster } from './simulated.ts'

const admission = '/apis/admissionregistration.k8s.io/v1'
const policies = 'the simulated cluster evaluates no admission policies, so it refuses any'
const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }]
const webhook = {
  name: 'a.example.com',
  clientConfig: { url: 'https://127.0.0.1:1/' },
  rules,
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
}

describe('an unsupported feature of a simulated cluster', () => {
  const simulated = useCluster()

  it.each([
    [
      'ValidatingAdmissionPolicy',
      `${admission}/validatingadmissionpolicies`,
      { spec: { matchConstraints: { resourceRules: rules }, validations: [{ expression: 'true' }] } },
      policies,
    ],
    [
      'ValidatingAdmissionPolicyBinding',
      `${admission}/validatingadmissionpolicybindings`,
      { spec: { policyName: 'one', validationActions: ['Deny'] } },
      policies,
    ],
    ['MutatingAdmissionPolicy', `${admission}/mutatingadmissionpolicies`, { spec: {} }, policies],
    [
      'MutatingAdmissionPolicyBinding',
      `${admission}/mutatingadmissionpolicybindings`,
      { spec: { policyName: 'one' } },
      policies,
    ],
    [
      'ValidatingWebhookConfiguration',
      `${admission}/validatingwebhookconfigurations`,
      { webhooks: [{ ...webhook, matchConditions: [{ name: 'a', expression: 'true' }] }] },
      'the simulated cluster does not evaluate matchConditions of webhooks',
    ],
    [
      'CertificateSigningRequest',
      '/apis/certificates.k8s.io/v1/certificatesigningrequests',
      {
        spec: { request: 'LQ==', signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] },
      },
      'the simulated cluster signs no certificates',
    ],
    [
      'ReplicationController',
      '/api/v1/namespaces/default/replicationcontrollers',
      {
        spec: {
          replicas: 1,
          selector: { a: 'b' },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'b' }] } },
        },
      },
      'the simulated cluster runs no pods for a ReplicationController',
    ],
  ])('is refused with one sentence when %s is created', async (kind, path, fields, sentence) => {
    const { client } = simulated
    const group = path.startsWith('/api/') ? '' : `${path.split('/')[2]}/`
    const object = { apiVersion: `${group}v1`, kind, metadata: { name: 'one' }, ...fields }
    const responses = [
      await client.create(path, object),
      await client.create(`${path}?dryRun=All`, object),
      await client.apply(`${path}/one`, object, { manager: 'us' }),
    ]
    for (const { code, body } of responses)
      expect({ code, ...body }).toMatchObject({
        code: 501,
        kind: 'Status',
        reason: 'NotImplemented',
        message: expect.stringContaining(sentence),
      })
    expect((await client.get(`${path}/one`)).code).toBe(404)
  })

  it('is also refused in updates', async () => {
    const { client } = simulated
    const path = `${admission}/validatingwebhookconfigurations`
    const { code } = await client.create(path, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'one' },
      webhooks: [{ ...webhook, rules: [] }],
    })
    expect(code).toBe(201)
    const matchConditions = [{ name: 'a', expression: 'true' }]
    const patched = await client.patch(`${path}/one`, { webhooks: [{ ...webhook, matchConditions }] })
    expect(patched).toMatchObject({ code: 501, body: { reason: 'NotImplemented' } })
  })

  it.each(['attach', 'portforward', 'proxy', 'resize'])('is refused for pods/%s', async (subresource) => {
    const { client } = simulated
    const pods = `/api/v1/namespaces/${await newNamespace(client)}/pods`
    await client.create(pods, {
      metadata: { name: 'one' },
      spec: { containers: [{ name: 'a', image: 'b' }] },
    })
    expect(await client.get(`${pods}/one/${subresource}`)).toMatchObject({
      code: 501,
      body: {
        reason: 'NotImplemented',
        message: `the simulated cluster runs no processes and has no pods/${subresource}`,
      },
    })
  })

  it('is declared for each served kind, and documented in docs/development/conformance.md', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/development/conformance.md'), 'utf8')
    const documented = new Set([...text.matchAll(/`([A-Z]\w+)`/g)].map(([, kind]) => kind))
    const undocumented = builtinResources().filter(({ kind }) => !documented.has(kind))
    expect(undocumented.map(({ kind }) => kind)).toEqual([])
  })

  it('does not include a foreign signer, whose requests are approved', async () => {
    const { client } = simulated
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    const spec = { request: 'LQ==', signerName: 'example.com/own', usages: ['client auth'] }
    expect((await client.create(path, { metadata: { name: 'one' }, spec })).code).toBe(201)
    const { body } = await client.get(`${path}/one`)
    const condition = { type: 'Approved', status: 'True', reason: 'Us', message: 'by us' }
    const changed = { ...body, spec: { ...spec, signerName: 'example.com/other' } }
    const approved = await client.replace(`${path}/one/approval`, {
      ...changed,
      status: { conditions: [condition] },
    })
    expect(approved).toMatchObject({ code: 200, body: { spec, status: { conditions: [condition] } } })
  })
})
