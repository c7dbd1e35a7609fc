import { createHash } from 'node:crypto'

/*
 * The configuration of the forward proxy for Envoy's v3 API, as plain data. Envoy reads routes and clusters from files
 * and watches their folder, so a change takes effect without a restart and cuts no connection.
 * https://www.envoyproxy.io/docs/envoy/latest/configuration/overview/xds_api#filesystem
 */

/** An external service, with the host names by which the application calls it. */
export interface Upstream {
  /** Host names in lower case, without port. If two upstreams shared one, Envoy would reject the whole configuration. */
  domains: readonly string[]
  /** The host of the service, in lower case and without port. */
  host: string
  port: number
  tls: boolean
  /**
   * The prefix of the path of each request. Its query, if any, is appended to that of each request; it must not need
   * encoding, because versions of Envoy differ in whether they encode it.
   */
  path: string
}

export const folder = '/etc/envoy'
export const listenPort = 8080
export const readyPort = 8081

const typed = (message: string): string => `type.googleapis.com/envoy.${message}`
const mutationFilter = 'envoy.filters.http.header_mutation'
const hostFilter = 'envoy.filters.http.set_filter_state'
/** The key of the host that the application has called, which the route replaces by that of the upstream. */
const calledHost = 'qleet.called_host'

/** Returns `envoy.yaml`, the static part that Envoy reads once at its start. */
export function bootstrapConfig(): object {
  const routes = { config_source: watched('routes.yaml'), route_config_name: 'forward-proxy' }
  return {
    node: { id: 'forward-proxy', cluster: 'forward-proxy' },
    // Only on the loopback interface, because the admin API can stop Envoy.
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

/** Returns a watched file. The kubelet updates a mounted ConfigMap by moving a symbolic link, which Envoy detects. */
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
    // The proxy is transparent: applications and upstreams see each other's headers unchanged.
    generate_request_id: false,
    server_header_transformation: 'PASS_THROUGH',
    strip_any_host_port: true,
    strip_trailing_host_dot: true,
    upgrade_configs: [{ upgrade_type: 'websocket' }],
    http_filters: [
      {
        name: hostFilter,
        typed_config: {
          '@type': typed('extensions.filters.http.set_filter_state.v3.Config'),
          on_request_headers: [
            {
              object_key: calledHost,
              factory_key: 'envoy.string',
              format_string: { text_format_source: text('%REQ(:AUTHORITY)%') },
            },
          ],
        },
      },
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

/** Returns an access log with one JSON line per request on stdout. It omits the path, which may contain an API key. */
function accessLog(): object {
  return {
    name: 'envoy.access_loggers.stdout',
    typed_config: {
      '@type': typed('extensions.access_loggers.stream.v3.StdoutAccessLog'),
      log_format: {
        json_format: {
          time: '%START_TIME%',
          dependency: `%FILTER_STATE(${calledHost}:PLAIN)%`,
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

/** Returns the route of the readiness probe, which cannot reach the admin port. */
function readyRoutes(): object {
  const ready = { match: { path: '/ready' }, direct_response: { status: 200, body: text('ready\n') } }
  return { name: 'ready', virtual_hosts: [{ name: 'ready', domains: ['*'], routes: [ready] }] }
}

/**
 * Returns `routes.yaml`: one virtual host for all dependencies with the same upstream, since a ConfigMap has at most 1 MiB, and a
 * 404 for every other host.
 */
export function routesConfig(upstreams: readonly Upstream[]): object {
  const routes = {
    '@type': typed('config.route.v3.RouteConfiguration'),
    name: 'forward-proxy',
    virtual_hosts: [...byTarget(upstreams, virtualHostName).map(virtualHost), unknownHost()],
    // Files are read one after the other, so a route may exist briefly before its cluster.
    validate_clusters: false,
  }
  return { resources: [routes] }
}

/** Returns `clusters.yaml`: one cluster per server. */
export function clustersConfig(upstreams: readonly Upstream[]): object {
  return { resources: byTarget(upstreams, clusterName).map(cluster) }
}

/** Merges the upstreams with the same target into one that has the host names of all. */
function byTarget(upstreams: readonly Upstream[], targetOf: (upstream: Upstream) => string): Upstream[] {
  const groups = Map.groupBy(upstreams, targetOf)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, domains: [first, ...others].flatMap(({ domains }) => domains) }],
  )
}

function clusterName({ host, port, tls }: Upstream): string {
  return `${tls ? 'https' : 'http'}://${host}:${port}`
}

/** Returns a name without the path, into which providers put keys. */
function virtualHostName(upstream: Upstream): string {
  const digest = createHash('sha256').update(upstream.path).digest('hex').slice(0, 12)
  return `${clusterName(upstream)}#${digest}`
}

function virtualHost(upstream: Upstream): object {
  const { domains, path } = upstream
  const prefix = path.replace(/\?.*$/, '').replace(/\/+$/, '')
  const route = (match: object, rewritten: string): object => ({
    match,
    route: { ...forwarding(upstream), ...(prefix === '' ? {} : { prefix_rewrite: rewritten }) },
  })
  // A request for "/" maps to the path itself, without a trailing slash; any other path is appended to it.
  const bare = prefix === '' ? [] : [route({ path: '/' }, prefix)]
  return {
    name: virtualHostName(upstream),
    domains: [...domains],
    routes: [...bare, route({ prefix: '/' }, `${prefix}/`)],
    // With the scheme of the original request, a server behind TLS would redirect to https.
    request_headers_to_remove: ['x-forwarded-proto'],
    // Both conditions mean that the upstream has not processed the request.
    retry_policy: { retry_on: 'connect-failure,reset-before-request', num_retries: 1 },
    ...addedQuery(path),
  }
}

function forwarding(upstream: Upstream): object {
  const { host, port, tls } = upstream
  return {
    cluster: clusterName(upstream),
    host_rewrite_literal: port === (tls ? 443 : 80) ? host : `${host}:${port}`,
    // A response may take any time in total, as long as it is not idle.
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

function cluster(upstream: Upstream): object {
  const { host, port, tls } = upstream
  const name = clusterName(upstream)
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
        // Servers commonly close idle connections after a minute; a shorter timeout avoids a race with a new request.
        common_http_protocol_options: { idle_timeout: '30s' },
        explicit_http_config: { http_protocol_options: {} },
      },
    },
    ...(tls ? { transport_socket: tlsSocket(host) } : {}),
  }
}

/** Returns a TLS socket that verifies the certificate of the host. An IP address has no server name for SNI. */
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
