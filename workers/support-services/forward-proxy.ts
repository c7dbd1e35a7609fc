import { stringify } from 'yaml'
import {
  bootstrapConfig,
  clustersConfig,
  folder,
  listenPort,
  listenersConfig,
  readyPort,
  type Upstream,
} from './envoy-config.ts'

/** Where the proxy of a cluster lives; the address is that of the original system. */
export const proxyNamespace = 'forward-proxy-system'
export const proxyService = 'forward-proxy'
export const proxyHost = `${proxyService}.${proxyNamespace}.svc.cluster.local`

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
        'envoy.yaml': stringify(bootstrapConfig()),
        'listeners.yaml': stringify(listenersConfig(upstreams)),
        'clusters.yaml': stringify(clustersConfig(upstreams)),
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            automountServiceAccountToken: false,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 101,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            containers: [
              {
                name: 'envoy',
                image,
                args: ['-c', `${folder}/envoy.yaml`, '--log-level', 'warning'],
                ports: [{ name: 'http', containerPort: listenPort }],
                readinessProbe: probe,
                resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '256Mi' } },
                securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
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
  return manifests.map((manifest) => stringify(manifest)).join('---\n')
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
