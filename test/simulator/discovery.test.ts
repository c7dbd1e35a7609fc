import { describe, expect, it } from 'vitest'
import { at, objectsOf } from '../../simulator/json.ts'
import { useCluster } from './simulated.ts'

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

describe('discovery', () => {
  const simulated = useCluster()

  it('reports its version', async () => {
    const { body } = await simulated.client.get('/version')
    expect(body).toMatchObject({ major: '1', minor: '36', gitVersion: expect.stringMatching(/^v1\.36\.\d+/) })
  })

  it.each(['/livez', '/readyz', '/healthz'])('responds to %s with ok', async (path) => {
    expect(await simulated.client.get(path)).toMatchObject({ code: 200, text: 'ok' })
  })

  it('lists groups with their preferred versions', async () => {
    const { body } = await simulated.client.get('/apis')
    expect(body['kind']).toBe('APIGroupList')
    const names = objectsOf(body['groups']).map((group) => at(group, 'preferredVersion', 'groupVersion'))
    expect(names).toEqual(
      expect.arrayContaining(['apps/v1', 'batch/v1', 'autoscaling/v2', 'networking.k8s.io/v1', 'policy/v1']),
    )
  })

  it.each([
    ['/api/v1', 'pods', { kind: 'Pod', namespaced: true, shortNames: ['po'], categories: ['all'] }],
    ['/api/v1', 'namespaces', { kind: 'Namespace', namespaced: false, shortNames: ['ns'] }],
    ['/api/v1', 'pods/eviction', { group: 'policy', version: 'v1', kind: 'Eviction' }],
    ['/apis/apps/v1', 'deployments/scale', { group: 'autoscaling', version: 'v1', kind: 'Scale' }],
    ['/apis/apps/v1', 'deployments/status', { kind: 'Deployment', verbs: ['get', 'patch', 'update'] }],
    ['/apis/batch/v1', 'cronjobs', { kind: 'CronJob', shortNames: ['cj'], singularName: 'cronjob' }],
  ])('in %s contains %s', async (path, name, fields) => {
    const { body } = await simulated.client.get(path)
    expect(objectsOf(body['resources']).find((each) => each['name'] === name)).toMatchObject(fields)
  })

  it('returns everything in one response to clients that accept it', async () => {
    const { body, headers } = await simulated.client.call({ path: '/apis', accept: aggregated })
    expect(headers['content-type']).toBe(aggregated)
    const apps = objectsOf(body['items']).find((group) => at(group, 'metadata', 'name') === 'apps')
    const deployments = objectsOf(at(objectsOf(at(apps, 'versions'))[0], 'resources')).find(
      (each) => each['resource'] === 'deployments',
    )
    expect(deployments).toMatchObject({
      scope: 'Namespaced',
      responseKind: { group: 'apps', kind: 'Deployment' },
    })
  })

  it('has no other paths', async () => {
    for (const path of ['/apis/none.example.com/v1', '/nothing', '/api/v1/nothings'])
      expect((await simulated.client.get(path)).code, path).toBe(404)
  })

  it('describes fields by OpenAPI', async () => {
    const index = await simulated.client.get('/openapi/v3')
    const path = String(at(index.body, 'paths', 'apis/apps/v1', 'serverRelativeURL'))
    const { body } = await simulated.client.get(path)
    const spec = at(body, 'components', 'schemas', 'io.k8s.v1.DeploymentSpec')
    expect(spec).toMatchObject({
      required: ['selector', 'template'],
      properties: {
        replicas: { type: 'integer', format: 'int32', description: expect.stringContaining('pods') },
      },
    })
  })
})
