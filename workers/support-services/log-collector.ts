import { createHash } from 'node:crypto'
import { z } from 'zod'
import { logProtocols } from '../../schema/log-backends.ts'
import type { Manifest } from '../../schema/manifests.ts'
import type { Values } from '../../schema/values-document.ts'
import type { OwnerClaim } from '../engine/reconciler.ts'
import type { ClaimedPlace } from './catalogue/support-service-data.ts'

/*
 * The configuration of the collector, Grafana Alloy. One collector per node reads the logs of all pods there once, and sends
 * them to the destinations of all objects that claim the service.
 * https://grafana.com/docs/alloy/latest/reference/components/
 */

/** The namespace of the collector, in which Secrets with credentials of destinations are. */
export const collectorNamespace = 'qleet-log-collector'

/** A place to which the collector sends logs. */
const LogDestination = z.strictObject({
  protocol: z.enum(logProtocols),
  url: z.string(),
  tenant: z.string().optional(),
  username: z.string().optional(),
  /** Where the password is, or without a username the token. */
  credential: z.strictObject({ secret: z.string(), key: z.string() }).optional(),
  caCertificate: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
})
export type LogDestination = z.infer<typeof LogDestination>

/** What an owner of the collector requests. */
export const CollectorParameters = z.strictObject({ destinations: z.array(LogDestination) })
export type CollectorParameters = z.infer<typeof CollectorParameters>

/** The name of the label of lines with the ID of the object that a pod belongs to. */
const objectIdLabel = 'qleet_object_id'

/** The folder of the Secrets with credentials. */
const credentialsFolder = '/etc/log-credentials'

/** Where the collector keeps how far it has read, so that a restart repeats no line. */
const stateFolder = '/var/lib/qleet-log-collector'

/** Returns the destinations of all owners, each once. */
function destinationsOf(claims: readonly OwnerClaim[]): LogDestination[] {
  const all = claims.flatMap(({ parameters }) =>
    parameters === null ? [] : CollectorParameters.parse(parameters).destinations,
  )
  return [...new Map(all.map((each) => [identifierOf(each), each])).values()]
}

/** Returns a name that changes only with the destination, so that other destinations keep their state. */
function identifierOf(destination: LogDestination): string {
  return `to_${createHash('sha256').update(JSON.stringify(destination)).digest('hex').slice(0, 12)}`
}

/** Returns the values of the chart that follow from the claims. */
export function collectorValues(claims: readonly OwnerClaim[], place: ClaimedPlace): Values {
  const secrets = [...new Set(destinationsOf(claims).flatMap(({ credential }) => credential?.secret ?? []))]
  const projected = secrets.toSorted().map((name) => ({
    secret: {
      name,
      optional: true,
      items: keysOf(claims, name).map((key) => ({ key, path: `${name}/${key}` })),
    },
  }))
  return {
    alloy: {
      // The chart renders it as a template.
      configMap: { content: collectorConfig(claims, place).replaceAll('{{', '{{ "{{" }}') },
      storagePath: stateFolder,
      mounts: {
        varlog: true,
        extra: [
          { name: 'state', mountPath: stateFolder },
          ...(projected.length === 0
            ? []
            : [{ name: 'credentials', mountPath: credentialsFolder, readOnly: true }]),
        ],
      },
    },
    controller: {
      volumes: {
        extra: [
          { name: 'state', hostPath: { path: stateFolder, type: 'DirectoryOrCreate' } },
          ...(projected.length === 0 ? [] : [{ name: 'credentials', projected: { sources: projected } }]),
        ],
      },
    },
  }
}

function keysOf(claims: readonly OwnerClaim[], secret: string): string[] {
  const keys = destinationsOf(claims).flatMap(({ credential }) =>
    credential?.secret === secret ? credential.key : [],
  )
  return [...new Set(keys)].toSorted()
}

/** Returns the configuration as the stand-in has it, for whoever reads it. */
export function collectorManifests(claims: readonly OwnerClaim[], place: ClaimedPlace): Manifest[] {
  return [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'qleet-log-collector', namespace: collectorNamespace },
      data: { 'config.alloy': collectorConfig(claims, place) },
    },
  ]
}

/** Labels of lines, by the metadata of their pods. */
const podLabels: Readonly<Record<string, string>> = {
  namespace: '__meta_kubernetes_namespace',
  pod: '__meta_kubernetes_pod_name',
  container: '__meta_kubernetes_pod_container_name',
  node: '__meta_kubernetes_pod_node_name',
  [objectIdLabel]: '__meta_kubernetes_pod_label_qleet_io_object_id',
}

/** Returns the configuration of the collector in the language of Alloy. */
export function collectorConfig(claims: readonly OwnerClaim[], { runtime }: ClaimedPlace): string {
  const destinations = destinationsOf(claims)
  const receivers = destinations.map((each) => `${componentOf(each)}.receiver`)
  const rules = Object.entries(podLabels).map(([label, source]) =>
    block('rule', { source_labels: [source], target_label: label }),
  )
  return [
    block('discovery.kubernetes "pods"', { role: 'pod' }, [
      block('selectors', {
        role: 'pod',
        field: new Expression('"spec.nodeName=" + coalesce(sys.env("K8S_NODE_NAME"), constants.hostname)'),
      }),
    ]),
    block('discovery.relabel "pods"', { targets: new Expression('discovery.kubernetes.pods.targets') }, [
      ...rules,
      // Lines of init containers have this label, so that they can be left out as kubectl does.
      block('rule', {
        source_labels: ['__meta_kubernetes_pod_container_init'],
        regex: 'true',
        target_label: 'init',
        replacement: 'true',
      }),
      block('rule', { target_label: 'cluster', replacement: runtime.replaceAll('$', '$$$$') }),
      block('rule', {
        source_labels: ['__meta_kubernetes_pod_uid', '__meta_kubernetes_pod_container_name'],
        separator: '/',
        target_label: '__path__',
        replacement: '/var/log/pods/*$1/*.log',
      }),
    ]),
    block('local.file_match "pods"', { path_targets: new Expression('discovery.relabel.pods.output') }),
    block('loki.source.file "pods"', {
      targets: new Expression('local.file_match.pods.targets'),
      forward_to: new Expression('[loki.process.pods.receiver]'),
    }),
    block('loki.process "pods"', { forward_to: new Expression(`[${receivers.join(', ')}]`) }, [
      'stage.cri { }',
      block('stage.label_drop', { values: ['filename', 'flags'] }),
    ]),
    ...destinations.flatMap((each) =>
      each.protocol === 'loki' ? lokiDestination(each) : otlpDestination(each),
    ),
  ].join('\n')
}

function componentOf(destination: LogDestination): string {
  const kind = destination.protocol === 'loki' ? 'loki.write' : 'otelcol.receiver.loki'
  return `${kind}.${identifierOf(destination)}`
}

function fileOf({ credential }: LogDestination): string | undefined {
  return credential && `${credentialsFolder}/${credential.secret}/${credential.key}`
}

function lokiDestination(destination: LogDestination): string[] {
  const { url, tenant, username, caCertificate, labels } = destination
  const file = fileOf(destination)
  const endpoint = block(
    'endpoint',
    {
      url,
      tenant_id: tenant,
      bearer_token_file: username === undefined ? file : undefined,
    },
    [
      ...(username === undefined ? [] : [block('basic_auth', { username, password_file: file })]),
      ...(caCertificate === undefined ? [] : [block('tls_config', { ca_pem: caCertificate })]),
    ],
  )
  const name = `loki.write "${identifierOf(destination)}"`
  return [block(name, { external_labels: labels }, [endpoint])]
}

function otlpDestination(destination: LogDestination): string[] {
  const { url, tenant, username, caCertificate, labels } = destination
  const name = identifierOf(destination)
  const file = fileOf(destination)
  const auth =
    file === undefined
      ? undefined
      : `otelcol.auth.${username === undefined ? 'bearer' : 'basic'}.${name}.handler`
  const attributes = Object.entries(labels ?? {}).map(([key, value]) =>
    block('action', { key, value, action: 'upsert' }),
  )
  const exporter = `otelcol.exporter.otlphttp.${name}.input`
  const next = attributes.length === 0 ? exporter : `otelcol.processor.attributes.${name}.input`
  return [
    block(`otelcol.receiver.loki "${name}"`, {}, [block('output', { logs: new Expression(`[${next}]`) })]),
    ...(attributes.length === 0
      ? []
      : [
          block(`otelcol.processor.attributes "${name}"`, {}, [
            ...attributes,
            block('output', { logs: new Expression(`[${exporter}]`) }),
          ]),
        ]),
    block(`otelcol.exporter.otlphttp "${name}"`, { logs_endpoint: url }, [
      block(
        'client',
        {
          endpoint: new URL(url).origin,
          auth: auth === undefined ? undefined : new Expression(auth),
          headers: tenant === undefined ? undefined : { 'X-Scope-OrgID': tenant },
        },
        caCertificate === undefined ? [] : [block('tls', { ca_pem: caCertificate })],
      ),
    ]),
    ...credentialsOf(name, { username, file }),
  ]
}

function credentialsOf(
  name: string,
  { username, file }: { username: string | undefined; file: string | undefined },
): string[] {
  if (file === undefined) return []
  if (username !== undefined)
    return [
      block(`otelcol.auth.basic "${name}"`, {}, [block('client_auth', { username, password_file: file })]),
    ]
  return [
    block(`local.file "${name}"`, { filename: file, is_secret: true }),
    block(`otelcol.auth.bearer "${name}"`, { token: new Expression(`local.file.${name}.content`) }),
  ]
}

/** An expression of Alloy, which is written as it is. */
class Expression {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Argument =
  string | boolean | readonly string[] | Readonly<Record<string, string>> | Expression | undefined

/** Returns a block with its arguments and inner blocks. Undefined arguments are omitted. */
function block(
  name: string,
  args: Readonly<Record<string, Argument>>,
  inner: readonly string[] = [],
): string {
  const lines = [
    ...Object.entries(args).flatMap(([key, value]) =>
      value === undefined ? [] : `${key} = ${valueOf(value)}`,
    ),
    ...inner,
  ]
  return `${name} {\n${indented(lines.join('\n'))}\n}\n`
}

function valueOf(value: Exclude<Argument, undefined>): string {
  if (value instanceof Expression) return value.text
  if (Array.isArray(value)) return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(
      ([key, each]) => `${JSON.stringify(key)} = ${JSON.stringify(each)}`,
    )
    return `{ ${entries.join(', ')} }`
  }
  return JSON.stringify(value)
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : `  ${line}`))
    .join('\n')
    .trimEnd()
}
