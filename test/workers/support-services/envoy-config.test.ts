import { describe, expect, it } from 'vitest'
import {
  bootstrapConfig,
  clustersConfig,
  routesConfig,
  type Upstream,
} from '../../../workers/support-services/envoy-config.ts'

/* Tests that need no Envoy; envoy.test.ts tests how Envoy applies the configuration. */

const upstream: Upstream = {
  domains: ['rpc.app.svc.cluster.local', 'rpc.app'],
  host: 'rpc.example.com',
  port: 443,
  tls: true,
  path: '/',
}

interface Route {
  match: object
  route: { host_rewrite_literal: string; prefix_rewrite?: string }
}
interface VirtualHost {
  name: string
  domains: string[]
  routes: Route[]
  typed_per_filter_config?: object
}

function virtualHosts(upstreams: readonly Upstream[]): VirtualHost[] {
  const { resources } = routesConfig(upstreams) as { resources: { virtual_hosts: VirtualHost[] }[] }
  return resources[0]?.virtual_hosts ?? []
}

function routesOf(changes: Partial<Upstream>): Route[] {
  return virtualHosts([{ ...upstream, ...changes }])[0]?.routes ?? []
}

function clusterOf(changes: Partial<Upstream>): object {
  const { resources } = clustersConfig([{ ...upstream, ...changes }]) as { resources: object[] }
  return resources[0] ?? {}
}

describe('bootstrapConfig', () => {
  it('reads what changes from files in the folder that a kubelet swaps', () => {
    const text = JSON.stringify(bootstrapConfig())
    for (const file of ['routes.yaml', 'clusters.yaml']) {
      const source = { path: `/etc/envoy/${file}`, watched_directory: { path: '/etc/envoy' } }
      expect(text).toContain(`"path_config_source":${JSON.stringify(source)},"resource_api_version":"V3"`)
    }
  })

  it('opens the admin port on loopback only', () => {
    expect(bootstrapConfig()).toMatchObject({
      admin: { address: { socket_address: { address: '127.0.0.1', port_value: 9901 } } },
    })
  })
})

describe('routesConfig', () => {
  it('has one virtual host for all dependencies with one upstream, and one for every other host name', () => {
    const hosts = virtualHosts([
      upstream,
      { ...upstream, domains: ['api.app'], path: '/?key=canary' },
      { ...upstream, domains: ['rpc.shop'] },
    ])
    expect(hosts.map(({ name, domains }) => [name.replace(/#.*/, ''), domains])).toEqual([
      ['https://rpc.example.com:443', ['rpc.app.svc.cluster.local', 'rpc.app', 'rpc.shop']],
      ['https://rpc.example.com:443', ['api.app']],
      ['unknown-host', ['*']],
    ])
    expect(new Set(hosts.map(({ name }) => name)).size).toBe(3)
    expect(hosts.map(({ name }) => name).join()).not.toContain('canary')
    expect(hosts[2]?.routes).toMatchObject([{ direct_response: { status: 404 } }])
  })

  it('responds to every host with 404 while there is no upstream', () => {
    expect(virtualHosts([]).map(({ domains }) => domains)).toEqual([['*']])
  })

  it('does not refuse a route whose cluster is read a moment later', () => {
    expect(routesConfig([upstream])).toMatchObject({ resources: [{ validate_clusters: false }] })
  })

  it.each([
    [443, true, 'rpc.example.com'],
    [8443, true, 'rpc.example.com:8443'],
    [80, false, 'rpc.example.com'],
    [443, false, 'rpc.example.com:443'],
  ])('names the upstream as a client would: port %i, TLS %s', (port, tls, host) => {
    for (const { route } of routesOf({ port, tls })) expect(route.host_rewrite_literal).toBe(host)
  })

  it.each([
    ['/', [[{ prefix: '/' }, undefined]]],
    [
      '/eth',
      [
        [{ path: '/' }, '/eth'],
        [{ prefix: '/' }, '/eth/'],
      ],
    ],
    [
      '/v1//eth//',
      [
        [{ path: '/' }, '/v1//eth'],
        [{ prefix: '/' }, '/v1//eth/'],
      ],
    ],
    [
      '/a%20$1\\1?key=a',
      [
        [{ path: '/' }, '/a%20$1\\1'],
        [{ prefix: '/' }, '/a%20$1\\1/'],
      ],
    ],
  ])('puts %s before the path of each request', (path, expected) => {
    expect(routesOf({ path }).map(({ match, route }) => [match, route.prefix_rewrite])).toEqual(expected)
  })

  it('adds the query of the upstream to every request', () => {
    const query = (path: string): object | undefined =>
      virtualHosts([{ ...upstream, path }])[0]?.typed_per_filter_config
    for (const path of ['/?key=a-b.c&x=', '/eth?key=a-b.c&x=']) {
      const text = JSON.stringify(query(path))
      expect(text).toContain('{"key":"key","value":"a-b.c"}')
      expect(text).toContain('{"key":"x","value":""}')
    }
    expect(query('/eth')).toBeUndefined()
  })
})

describe('clustersConfig', () => {
  it('finds the upstream by its name, and requires a certificate for that name', () => {
    expect(clusterOf({})).toMatchObject({
      name: 'https://rpc.example.com:443',
      type: 'LOGICAL_DNS',
      load_assignment: {
        cluster_name: 'https://rpc.example.com:443',
        endpoints: [
          {
            lb_endpoints: [
              {
                endpoint: {
                  address: { socket_address: { address: 'rpc.example.com', port_value: 443 } },
                },
              },
            ],
          },
        ],
      },
      transport_socket: {
        typed_config: {
          sni: 'rpc.example.com',
          common_tls_context: {
            validation_context: {
              match_typed_subject_alt_names: [{ san_type: 'DNS', matcher: { exact: 'rpc.example.com' } }],
            },
          },
        },
      },
    })
  })

  it('requires a certificate for an address if the upstream has no name, without SNI', () => {
    const text = JSON.stringify(clusterOf({ host: '192.0.2.1' }))
    expect(text).toContain('"san_type":"IP_ADDRESS","matcher":{"exact":"192.0.2.1"}')
    expect(text).not.toContain('"sni"')
  })

  it('uses no TLS for an upstream without it', () => {
    expect(clusterOf({ tls: false })).not.toHaveProperty('transport_socket')
  })
})
