import { describe, expect, it, onTestFinished } from 'vitest'
import { trustedPolicy } from '../../../../schema/clusters/policy.ts'
import { deployments } from '../../../../workers/delivery/canary-measurement.ts'
import { createKubeClient, type KubeClient } from '../../../../workers/kube/client/client.ts'
import { getObject, listObjects } from '../../../../workers/kube/client/cluster.ts'
import { createDiscovery } from '../../../../workers/kube/client/discovery.ts'
import { pathOf, pathOfVersion } from '../../../../workers/kube/client/paths.ts'
import { inheritedKeys } from '../../../support/odd-values.ts'
import { startServer } from './misbehaving-server.ts'

const hostile = ['.', '..', '../../healthz', 'a/b', '/', '%2e%2e', 'a%2Fb', '', '\uD800']

describe('paths of the Kubernetes API', () => {
  it('are those of collections and of objects, encoded', () => {
    expect(pathOf(deployments, 'shop', 'web')).toBe('/apis/apps/v1/namespaces/shop/deployments/web')
    expect(pathOf({ ...deployments, group: '', plural: 'pods' }, '')).toBe('/api/v1/pods')
    expect(pathOf({ ...deployments, namespaced: false }, 'shop', 'system:a?b#c ü\\')).toBe(
      '/apis/apps/v1/deployments/system%3Aa%3Fb%23c%20%C3%BC%5C',
    )
    for (const name of inheritedKeys)
      expect(pathOf(deployments, 'shop', name)).toMatch(new RegExp(`/${name}$`))
  })

  it.each(hostile)('reject %j', (text) => {
    const made = [
      () => pathOf(deployments, 'shop', text),
      () => pathOf({ ...deployments, version: text }, 'shop', 'web'),
      () => pathOf({ ...deployments, plural: text }, 'shop', 'web'),
      () => pathOfVersion('apps', text),
      ...(text === '' ? [] : [() => pathOf(deployments, text, 'web'), () => pathOfVersion(text, 'v1')]),
    ]
    for (const make of made) expect(make).toThrow('cannot be part of a path')
  })
})

/** A cluster whose discovery would lead a trusting client to other paths. */
async function hostileCluster(): Promise<{ client: KubeClient; asked: string[] }> {
  const asked: string[] = []
  const resource = (name: string, kind: string) => ({
    name,
    kind,
    namespaced: true,
    verbs: ['list', 'patch'],
  })
  const server = await startServer(({ url = '' }, response) => {
    asked.push(url)
    const version = (groupVersion: string) => ({ groupVersion })
    const answers: Record<string, unknown> = {
      '/apis': {
        groups: ['apps', ...hostile].map((name) => ({
          name: 'apps',
          versions: [version(`${name}/v1`), version(`apps/${name}`), version(name)],
          preferredVersion: version(`${name}/v1`),
        })),
      },
      '/apis/apps/v1': {
        resources: [...hostile.map((name) => resource(name, 'Evil')), resource('deployments', 'Deployment')],
      },
      '/api/v1': { resources: [resource('..', 'Pod'), resource('configmaps', 'constructor')] },
    }
    response.end(JSON.stringify(answers[url] ?? { items: [], metadata: {}, resources: [] }))
  })
  const client = createKubeClient({ access: { server: server.url, policy: trustedPolicy } })
  onTestFinished(() => client.close())
  return { client, asked }
}

describe('a cluster whose responses name other paths', () => {
  it('gets only requests to the API', async () => {
    const { client, asked } = await hostileCluster()
    const discovery = createDiscovery(client)
    const found = [
      ...(await discovery.appliable()),
      await discovery.findAny('apps', 'Deployment'),
      await discovery.findAny('apps', 'Evil'),
      await discovery.findPlural('apps', '..'),
      ...(await Promise.all(hostile.map((text) => discovery.find(`${text}/v1`, 'Evil')))),
      ...(await Promise.all(hostile.map((text) => discovery.find(`apps/${text}`, 'Evil')))),
      await discovery.find('../../healthz', 'x'),
      await discovery.find('v1', 'constructor'),
      await discovery.find('v1', 'toString'),
    ]
    expect(found.flatMap((type) => (type === undefined ? [] : [type.plural]))).toEqual([
      'configmaps',
      'deployments',
      'deployments',
      'configmaps',
    ])
    const signal = AbortSignal.timeout(5000)
    await expect(
      getObject(client, { type: deployments, namespace: '..', name: 'a' }, signal),
    ).rejects.toThrow('path')
    await expect(
      getObject(client, { type: deployments, namespace: 'a', name: '../b' }, signal),
    ).rejects.toThrow('path')
    await listObjects(client, { type: deployments, namespace: '', signal })
    for (const url of asked)
      expect(url.split('?')[0]).toMatch(/^\/(api\/[a-z0-9]+|apis|apis\/apps\/[a-z0-9]+(\/deployments)?)$/)
  })

  it('is reported as unusable if its JSON has another shape, without the message of a parser', async () => {
    const server = await startServer((_, response) =>
      response.end('{"groups":[{"name":7}],"resources":"AKIA42"}'),
    )
    const client = createKubeClient({ access: { server: server.url, policy: trustedPolicy } })
    onTestFinished(() => client.close())
    const discovery = createDiscovery(client)
    const signal = AbortSignal.timeout(5000)
    for (const asking of [
      () => discovery.appliable(),
      () => discovery.find('v1', 'Pod'),
      () => discovery.findAny('apps', 'Deployment'),
      () => getObject(client, { type: deployments, namespace: 'a', name: 'b' }, signal),
    ])
      await expect(asking()).rejects.toMatchObject({
        failure: 'garbled',
        reason: 'NotKubernetes',
        message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ returned (JSON|something) that is not/),
      })
  })
})
