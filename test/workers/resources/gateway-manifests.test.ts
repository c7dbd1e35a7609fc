import { expect, it } from 'vitest'
import { portEntries } from '../../../schema/gateway-ports.ts'
import { GatewayDefinition } from '../../../schema/kinds/gateway.ts'
import { gatewayManifests } from '../../../workers/resources/gateway-manifests.ts'

it('splits the paths of a port between routes, of which each may have sixteen', () => {
  const paths = Array.from({ length: 20 }, (_, index) => `/part-${index}`)
  const spec = GatewayDefinition.spec.parse({ http: paths.map((path) => ({ path })), tcp: [{ port: 5432 }] })
  const manifests = gatewayManifests({
    name: 'shop',
    namespace: 'default',
    host: undefined,
    gatewayClass: 'qleetos',
    entries: portEntries(spec),
    service: { name: 'web', portOf: () => 80 },
    certificate: undefined,
    tcpRouteVersion: 'v1',
  })
  const routes = manifests.filter(({ kind }) => kind === 'HTTPRoute')
  const valuesOf = (route: object): string[] =>
    [...JSON.stringify(route).matchAll(/"value":"([^"]+)"/g)].map(([, value = '']) => value)
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Gateway shop',
    'HTTPRoute shop-80',
    'HTTPRoute shop-80-part2',
    'TCPRoute shop-5432',
  ])
  expect(routes.map((route) => valuesOf(route).length)).toEqual([16, 4])
  expect(routes.flatMap(valuesOf)).toEqual(paths)
  for (const route of routes)
    expect(route).toMatchObject({ spec: { parentRefs: [{ name: 'shop', sectionName: 'http-80' }] } })
})
