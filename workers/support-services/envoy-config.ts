/*
 * Configuration of the forward proxy for Envoy's v3 API, as plain data. Envoy reads routes and clusters from files and
 * watches the folder they are in, so a change takes effect without a restart and cuts no connection.
 * https://www.envoyproxy.io/docs/envoy/latest/configuration/overview/xds_api#filesystem
 */

/** A service outside, and the host names under which the application asks for it. */
export interface Upstream {
  /** Unique among the upstreams of a proxy; names the Envoy cluster and virtual host. */
  name: string
  /** Host names in lower case, without port. None may be that of another upstream: Envoy would refuse them all. */
  domains: readonly string[]
  /** In lower case, without port. */
  host: string
  port: number
  tls: boolean
  /**
   * Stands before the path of each request; its query, if it has one, is added to that of each request. The query holds
   * only what needs no encoding: versions of Envoy differ in whether they encode it.
   */
  path: string
}

export const folder = '/etc/envoy'
export const listenPort = 8080
export const readyPort = 8081

const typed = (message: string): string => `type.googleapis.com/envoy.${message}`
const mutationFilter = 'envoy.filters.http.header_mutation'

/** The part that is read once, at the start. */
export function bootstrapConfig(): object {
  const routes = { config_source: watched('routes.yaml'), route_config_name: 'forward-proxy' }
  return {
    node: { id: 'forward-proxy', cluster: 'forward-proxy' },
    // Whoever reaches it can stop Envoy.
    admin: { address: address('127.0.0.1', 9901) },
    dynamic_resources: { cds_config: watched('clusters.yaml') },
    static_resources: {
      listeners: [
        listener('forward-proxy', listenPort, { rds: routes, access_log: [accessLog()] }),
        listener('ready', readyPort, { route_config: readyRoutes() }),
      ],
    },
  }
}

/** A ConfigMap reaches the pod as a folder in which a symbolic link is moved, which Envoy sees. */
function watched(file: string): object {
  return {
    path_config_source: { path: `${folder}/${file}`, watched_directory: { path: folder } },
    resource_api_version: 'V3',
  }
}

function listener(name: string, port: number, connections: object): object {
  const connectionManager = {
    '@type': typed('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager'),
    stat_prefix: name,
    // Applications and upstreams see each other as if nothing stood between them.
    generate_request_id: false,
    server_header_transformation: 'PASS_THROUGH',
    strip_any_host_port: true,
    strip_trailing_host_dot: true,
    upgrade_configs: [{ upgrade_type: 'websocket' }],
    http_filters: [
      {
        name: mutationFilter,
        typed_config: { '@type': typed('extensions.filters.http.header_mutation.v3.HeaderMutation') },
      },
      {
        name: 'envoy.filters.http.router',
        typed_config: {
          '@type': typed('extensions.filters.http.router.v3.Router'),
          suppress_envoy_headers: true,
        },
      },
    ],
    ...connections,
  }
  const filter = { name: 'envoy.filters.network.http_connection_manager', typed_config: connectionManager }
  return { name, address: address('0.0.0.0', port), filter_chains: [{ filters: [filter] }] }
}

/** One JSON line per request on stdout. Without the path: it may hold the key of a provider. */
function accessLog(): object {
  return {
    name: 'envoy.access_loggers.stdout',
    typed_config: {
      '@type': typed('extensions.access_loggers.stream.v3.StdoutAccessLog'),
      log_format: {
        json_format: {
          time: '%START_TIME%',
          dependency: '%UPSTREAM_CLUSTER%',
          method: '%REQ(:METHOD)%',
          status: '%RESPONSE_CODE%',
          flags: '%RESPONSE_FLAGS%',
          milliseconds: '%DURATION%',
          received: '%BYTES_RECEIVED%',
          sent: '%BYTES_SENT%',
          from: '%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT%',
          upstream: '%UPSTREAM_HOST%',
        },
      },
    },
  }
}

/** Answers the readiness probe, which cannot reach the admin port. */
function readyRoutes(): object {
  const ready = { match: { path: '/ready' }, direct_response: { status: 200, body: text('ready\n') } }
  return { name: 'ready', virtual_hosts: [{ name: 'ready', domains: ['*'], routes: [ready] }] }
}

/** `routes.yaml`: one virtual host per upstream, and an answer for everything else. */
export function routesConfig(upstreams: readonly Upstream[]): object {
  const routes = {
    '@type': typed('config.route.v3.RouteConfiguration'),
    name: 'forward-proxy',
    virtual_hosts: [...upstreams.map(virtualHost), unknownHost()],
    // Files are read one after the other: a route may be there a moment before its cluster.
    validate_clusters: false,
  }
  return { resources: [routes] }
}

/** `clusters.yaml`: one cluster per upstream. */
export function clustersConfig(upstreams: readonly Upstream[]): object {
  return { resources: upstreams.map(cluster) }
}

function virtualHost(upstream: Upstream): object {
  const { name, domains, path } = upstream
  const prefix = path.replace(/\?.*$/, '').replace(/\/+$/, '')
  const route = (match: object, rewritten: string): object => ({
    match,
    route: { ...forwarding(upstream), ...(prefix === '' ? {} : { prefix_rewrite: rewritten }) },
  })
  // A request for "/" asks for the path itself; everything below it is appended.
  const bare = prefix === '' ? [] : [route({ path: '/' }, prefix)]
  return {
    name,
    domains: [...domains],
    routes: [...bare, route({ prefix: '/' }, `${prefix}/`)],
    // Servers that are asked over TLS send those elsewhere who seem to have asked without.
    request_headers_to_remove: ['x-forwarded-proto'],
    // Both say that the upstream has not seen the request.
    retry_policy: { retry_on: 'connect-failure,reset-before-request', num_retries: 1 },
    ...addedQuery(path),
  }
}

function forwarding({ name, host, port, tls }: Upstream): object {
  return {
    cluster: name,
    host_rewrite_literal: port === (tls ? 443 : 80) ? host : `${host}:${port}`,
    // An answer may take as long as it likes, as long as something comes.
    timeout: '0s',
    idle_timeout: '300s',
  }
}

function addedQuery(path: string): object {
  const parameters = [...new URLSearchParams(path.split('?')[1])]
  if (parameters.length === 0) return {}
  const mutations = parameters.map(([key, value]) => ({
    append: { record: { key, value }, action: 'APPEND_IF_EXISTS_OR_ADD' },
  }))
  return {
    typed_per_filter_config: {
      [mutationFilter]: {
        '@type': typed('extensions.filters.http.header_mutation.v3.HeaderMutationPerRoute'),
        mutations: { query_parameter_mutations: mutations },
      },
    },
  }
}

function unknownHost(): object {
  const body = text(
    'No dependency has this host name. "qleetctl get workload-service-dependencies -o wide" shows the addresses.\n',
  )
  const refuse = { match: { prefix: '/' }, direct_response: { status: 404, body } }
  return { name: 'unknown-host', domains: ['*'], routes: [refuse] }
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
    typed_extension_protocol_options: {
      'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
        '@type': typed('extensions.upstreams.http.v3.HttpProtocolOptions'),
        // Servers commonly close idle connections after a minute; a request must not meet that moment.
        common_http_protocol_options: { idle_timeout: '30s' },
        explicit_http_config: { http_protocol_options: {} },
      },
    },
    ...(tls ? { transport_socket: tlsSocket(host) } : {}),
  }
}

/** The certificate must be for the host; an address has no server name to ask for. */
function tlsSocket(host: string): object {
  const isAddress = /^[\d.]+$/.test(host)
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': typed('extensions.transport_sockets.tls.v3.UpstreamTlsContext'),
      ...(isAddress ? {} : { sni: host }),
      common_tls_context: {
        validation_context: {
          trusted_ca: { filename: '/etc/ssl/certs/ca-certificates.crt' },
          match_typed_subject_alt_names: [
            { san_type: isAddress ? 'IP_ADDRESS' : 'DNS', matcher: { exact: host } },
          ],
        },
      },
    },
  }
}

function address(host: string, port: number): object {
  return { socket_address: { address: host, port_value: port } }
}

function text(inline: string): object {
  return { inline_string: inline }
}
