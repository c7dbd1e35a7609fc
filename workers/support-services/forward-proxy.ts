import { createHash } from 'node:crypto'
import { stringify } from 'yaml'
import { z } from 'zod'
import { supportServiceLabel } from '../../schema/names.ts'
import {
  bootstrapConfig,
  clustersConfig,
  folder,
  listenPort,
  readyPort,
  routesConfig,
  type Upstream,
} from './envoy-config.ts'

/** Where the proxy of a cluster lives; the address is that of the original system. */
export const proxyNamespace = 'forward-proxy-system'
export const proxyService = 'forward-proxy'
export const proxyHost = `${proxyService}.${proxyNamespace}.svc.cluster.local`
/** All names of that address. */
export const proxyHosts = [
  proxyHost,
  `${proxyService}.${proxyNamespace}.svc`,
  `${proxyService}.${proxyNamespace}`,
]

/**
 * The proxy as a workload definition: an ordinary workload of the control plane, so that it is applied, kept, shown and
 * taken down as every other. Only its ConfigMap follows the upstreams; the Deployment stays, so no pod is restarted.
 */
export function proxyManifests(upstreams: readonly Upstream[], image: string): string {
  const labels = { app: proxyService }
  const metadata = { name: proxyService, namespace: proxyNamespace, labels }
  const probe = { httpGet: { path: '/ready', port: readyPort } }
  const manifests = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: proxyNamespace } },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data: {
        'envoy.yaml': yaml(bootstrapConfig()),
        'routes.yaml': yaml(routesConfig(upstreams)),
        'clusters.yaml': yaml(clustersConfig(upstreams)),
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        // Without a PodDisruptionBudget: for one pod it would only keep nodes from being drained.
        replicas: 1,
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            automountServiceAccountToken: false,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 101,
              runAsGroup: 101,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            // Names of the outside are asked for as they are, not first below each domain of the cluster.
            dnsConfig: { options: [{ name: 'ndots', value: '1' }] },
            containers: [
              {
                name: 'envoy',
                image,
                args: envoyArguments,
                ports: [
                  { name: 'http', containerPort: listenPort },
                  { name: 'ready', containerPort: readyPort },
                ],
                readinessProbe: probe,
                resources: { requests: { cpu: '50m', memory: '96Mi' }, limits: { memory: '256Mi' } },
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
                volumeMounts: [{ name: 'config', mountPath: folder, readOnly: true }],
              },
            ],
            volumes: [{ name: 'config', configMap: { name: proxyService } }],
          },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: listenPort }] },
    },
  ]
  return manifests.map(yaml).join('---\n')
}

/** Two threads whatever the node has: each takes memory. Nothing is handed over between two processes of Envoy. */
const envoyArguments = [
  '-c',
  `${folder}/envoy.yaml`,
  '--log-level',
  'warning',
  '--concurrency',
  '2',
  '--disable-hot-restart',
]

function yaml(value: object): string {
  return stringify(value, { aliasDuplicateObjects: false })
}

/** What a dependency asks of the proxy: a service outside. */
export const UpstreamParameters = z.object({
  host: z.string(),
  port: z.number(),
  tls: z.boolean(),
  path: z.string(),
})

/** The forward proxy of a runtime, as an object that all dependencies in the runtime own together. */
export function forwardProxyOf(runtime: { name: string; projectName: string | null }) {
  return {
    kind: 'SupportServiceInstance',
    name: shortened(`forward-proxy-${runtime.name}`),
    project: runtime.projectName ?? 'default',
    labels: { [supportServiceLabel]: 'forward-proxy' },
    spec: { service: 'forward-proxy', runtime: runtime.name },
  }
}

/** Name of the Service that leads to a dependency: a DNS label, while our names may have upper case, "_" and ".". */
export function addressName(dependency: string): string {
  const label = dependency.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')
  return shortened(label.replace(/^(?=\d)/, 'd-'))
}

/** At most 63 characters; what is longer ends with a hash, so that different names stay different. */
function shortened(name: string): string {
  if (name.length <= 63) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, 54)}-${hash}`
}

/** A Service beside the application, so that it can call a dependency by a name of its own. */
export function addressManifest(name: string, namespace: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { type: 'ExternalName', externalName: proxyHost },
  }
}
