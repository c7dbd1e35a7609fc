/*
 * Configuration of the forward proxy for Envoy's v3 API, as plain data. Envoy reads listeners and clusters from files
 * and watches the folder they are in, so a change takes effect without a restart.
 * https://www.envoyproxy.io/docs/envoy/latest/configuration/overview/xds_api#filesystem
 */

/** A service outside, and the host names under which the application asks for it. */
export interface Upstream {
  /** Unique among the upstreams of a proxy; names the Envoy cluster and virtual host. */
  name: string
  /** Host names, without port. */
  domains: readonly string[]
  host: string
  port: number
  tls: boolean
  /** Stands before the path of each request. */
  path: string
}

export const folder = '/etc/envoy'
export const listenPort = 8080
export const readyPort = 8081

const typed = (message: string): string => `type.googleapis.com/envoy.${message}`
const connectionManager = typed('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager')
const router = {
  name: 'envoy.filters.http.router',
  typed_config: { '@type': typed('extensions.filters.http.router.v3.Router') },
}

/** The part that is read once, at the start. */
export function bootstrapConfig(): object {
  const source = (file: string): object => ({
    path_config_source: { path: `${folder}/${file}`, watched_directory: { path: folder } },
    resource_api_version: 'V3',
  })
  return {
    node: { id: 'forward-proxy', cluster: 'forward-proxy' },
    admin: { address: address('127.0.0.1', 9901) },
    dynamic_resources: { lds_config: source('listeners.yaml'), cds_config: source('clusters.yaml') },
    static_resources: { listeners: [readyListener()] },
  }
}

/** Answers the readiness probe: the admin port is not open to it. */
function readyListener(): object {
  return {
    name: 'ready',
    address: address('0.0.0.0', readyPort),
    filter_chains: [
      {
        filters: [
          httpFilter('ready', {
            virtual_hosts: [
              {
                name: 'ready',
                domains: ['*'],
                routes: [
                  {
                    match: { path: '/ready' },
                    direct_response: { status: 200, body: { inline_string: 'ready\n' } },
                  },
                ],
              },
            ],
          }),
        ],
      },
    ],
  }
}

/** `listeners.yaml`: one virtual host per upstream. */
export function listenersConfig(upstreams: readonly Upstream[]): object {
  const listener = {
    '@type': typed('config.listener.v3.Listener'),
    name: 'forward-proxy',
    address: address('0.0.0.0', listenPort),
    filter_chains: [
      { filters: [httpFilter('forward_proxy', { virtual_hosts: upstreams.map(virtualHost) })] },
    ],
  }
  return { resources: [listener] }
}

/** `clusters.yaml`: one cluster per upstream. */
export function clustersConfig(upstreams: readonly Upstream[]): object {
  return { resources: upstreams.map(cluster) }
}

function httpFilter(prefix: string, routes: object): object {
  return {
    name: 'envoy.filters.network.http_connection_manager',
    typed_config: {
      '@type': connectionManager,
      stat_prefix: prefix,
      route_config: { name: prefix, ...routes },
      http_filters: [router],
    },
  }
}

function virtualHost({ name, domains, host, path }: Upstream): object {
  const { plain, query } = splitPath(path)
  const action = { cluster: name, host_rewrite_literal: host, timeout: '60s' }
  // The bare path is the upstream path itself, with its query; everything below it is appended.
  const bare = { match: { path: '/' }, route: { ...action, ...rewrite('^/$', `${plain}${query}`) } }
  const below = {
    match: { prefix: '/' },
    route: { ...action, ...rewrite('^/', `${plain.replace(/\/$/, '')}/`) },
  }
  return {
    name,
    domains: domains.flatMap((domain) => [domain, `${domain}:*`]),
    routes: plain === '/' && query === '' ? [{ match: { prefix: '/' }, route: action }] : [bare, below],
  }
}

function rewrite(regex: string, substitution: string): object {
  return { regex_rewrite: { pattern: { regex }, substitution: substitution.replaceAll('\\', '\\\\') } }
}

function splitPath(path: string): { plain: string; query: string } {
  const mark = path.indexOf('?')
  return mark < 0 ? { plain: path, query: '' } : { plain: path.slice(0, mark), query: path.slice(mark) }
}

function cluster({ name, host, port, tls }: Upstream): object {
  return {
    '@type': typed('config.cluster.v3.Cluster'),
    name,
    type: 'LOGICAL_DNS',
    dns_lookup_family: 'V4_PREFERRED',
    connect_timeout: '5s',
    load_assignment: {
      cluster_name: name,
      endpoints: [{ lb_endpoints: [{ endpoint: { address: address(host, port) } }] }],
    },
    ...(tls ? { transport_socket: tlsSocket(host) } : {}),
  }
}

function tlsSocket(host: string): object {
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': typed('extensions.transport_sockets.tls.v3.UpstreamTlsContext'),
      sni: host,
      common_tls_context: {
        validation_context: {
          trusted_ca: { filename: '/etc/ssl/certs/ca-certificates.crt' },
          match_typed_subject_alt_names: [{ san_type: 'DNS', matcher: { exact: host } }],
        },
      },
    },
  }
}

function address(host: string, port: number): object {
  return { socket_address: { address: host, port_value: port } }
}
