import { stringify } from 'yaml'
import { z } from 'zod'
import { shortName } from '../../schema/short-name.ts'
import {
  bootstrapConfig,
  clustersConfig,
  folder,
  listenPort,
  readyPort,
  routesConfig,
  type Upstream,
} from './envoy-config.ts'

/** The namespace of the proxy. The address is the same as in Threeport, the original system. */
export const proxyNamespace = 'forward-proxy-system'
export const proxyService = 'forward-proxy'
export const proxyHost = `${proxyService}.${proxyNamespace}.svc.cluster.local`
/** All DNS names of that address. */
export const proxyHosts = [
  proxyHost,
  `${proxyService}.${proxyNamespace}.svc`,
  `${proxyService}.${proxyNamespace}`,
]

/**
 * Renders the proxy as the YAML document of a workload definition. Only its ConfigMap depends on the upstreams; the
 * Deployment does not change, so no pod is restarted.
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
        // Without a PodDisruptionBudget, which with one replica would only block the draining of nodes.
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
            // Resolves external names directly, without trying the search domains of the cluster first.
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

/** Two threads on any node, because each takes memory, and no hot restart, because no second process takes over. */
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

/** The parameters of a claim on the proxy: the external service of a dependency. */
export const UpstreamParameters = z.object({
  host: z.string(),
  port: z.number(),
  tls: z.boolean(),
  path: z.string(),
})

/** Returns the name of a dependency's Service: a DNS label, although object names may contain capitals, "_" and ".". */
export function addressName(dependency: string): string {
  const label = dependency.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')
  return shortName(label.replace(/^(?=\d)/, 'd-'))
}

/** Returns a Service in the namespace of the application, so that each dependency has a host name of its own. */
export function addressManifest(name: string, namespace: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { type: 'ExternalName', externalName: proxyHost },
  }
}
