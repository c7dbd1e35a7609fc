import { createHmac } from 'node:crypto'
import type { Manifest } from '../../schema/manifests.ts'
import { isRecord } from '../../schema/records.ts'
import { mergeValues, parseValues, type Values } from '../../schema/values-document.ts'
import { dashboards, type Dashboard } from './dashboards.ts'
import { urlOf, type Program } from './program.ts'
import { standInOf, volumeOf } from './stand-in.ts'

const name = 'qleet-grafana'

/** The Secret with the name and the password of the administrator. */
export const adminSecret = `${name}-admin`

/** Grafana: https://github.com/grafana-community/helm-charts/tree/main/charts/grafana. Another one in the cluster is independent of it. */
export const grafana: Program = {
  name: 'dashboards',
  software: 'Grafana',
  chart: { repo: 'oci://ghcr.io/grafana-community/helm-charts', name: 'grafana', version: '12.11.1' },
  namespace: 'qleet-dashboards',
  releaseName: name,
  service: name,
  port: 80,
  preflight: [{ kubernetes: '>=1.25', remedy: 'Upgrade the cluster.' }],
  proofs: [],
}

/** What a definition of dashboards, its instance and what they show decide. */
export interface DashboardSettings {
  storage?: string | undefined
  /** The URL of Prometheus. @default none */
  prometheusUrl?: string | undefined
  /** The URL of Loki. @default none */
  lokiUrl?: string | undefined
  password: string
  /** The key of digests that reveal nothing about what they are of. */
  digestKey: Buffer
}

/** The role that may read ConfigMaps. That of the chart may also read all Secrets of the cluster. */
const role = `${name}-dashboards`

/**
 * Sets the password of the administrator before each start: Grafana itself reads it only when it creates its database.
 * https://grafana.com/docs/grafana/latest/cli/#reset-admin-password
 */
const passwordContainer = {
  name: 'password',
  // The chart renders it as a template.
  image:
    '{{ .Values.global.imageRegistry | default .Values.image.registry }}/{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}',
  command: [
    'sh',
    '-c',
    '[ ! -f /var/lib/grafana/grafana.db ] || printf %s "$GF_SECURITY_ADMIN_PASSWORD" | grafana cli --homepath /usr/share/grafana --config /etc/grafana/grafana.ini ' +
      'admin reset-admin-password --password-from-stdin',
  ],
  env: [
    { name: 'GF_PATHS_DATA', value: '/var/lib/grafana/' },
    { name: 'GF_SECURITY_ADMIN_USER', valueFrom: { secretKeyRef: { name: adminSecret, key: 'admin-user' } } },
    {
      name: 'GF_SECURITY_ADMIN_PASSWORD',
      valueFrom: { secretKeyRef: { name: adminSecret, key: 'admin-password' } },
    },
  ],
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  },
  volumeMounts: [
    { name: 'config', mountPath: '/etc/grafana/grafana.ini', subPath: 'grafana.ini' },
    { name: 'storage', mountPath: '/var/lib/grafana' },
  ],
}

/** Returns the values of the chart. */
export function grafanaValues(settings: DashboardSettings): Values {
  const { storage } = settings
  return {
    fullnameOverride: name,
    admin: { existingSecret: adminSecret, userKey: 'admin-user', passwordKey: 'admin-password' },
    podAnnotations: { 'qleet.io/password-digest': passwordDigest(settings) },
    rbac: { useExistingClusterRole: role },
    testFramework: { enabled: false },
    'grafana.ini': { analytics: { reporting_enabled: false, check_for_updates: false } },
    sidecar: {
      dashboards: {
        enabled: true,
        label: 'grafana_dashboard',
        labelValue: '1',
        searchNamespace: 'ALL',
        resource: 'configmap',
        folderAnnotation: 'grafana_folder',
        provider: { foldersFromFilesStructure: true },
      },
    },
    datasources: { 'qleet.yaml': { apiVersion: 1, datasources: datasourcesOf(settings) } },
    ...(storage === undefined
      ? {}
      : {
          persistence: { enabled: true, existingClaim: name },
          // Two pods cannot mount the volume.
          deploymentStrategy: { type: 'Recreate' },
          extraInitContainers: [passwordContainer],
        }),
  }
}

function passwordDigest({ password, digestKey }: DashboardSettings): string {
  return createHmac('sha256', digestKey).update(password).digest('hex').slice(0, 32)
}

function datasourcesOf({ prometheusUrl, lokiUrl }: DashboardSettings): Values[] {
  const common = { access: 'proxy', editable: false }
  return [
    ...(prometheusUrl === undefined
      ? []
      : [
          {
            name: 'Prometheus',
            uid: 'prometheus',
            type: 'prometheus',
            url: prometheusUrl,
            isDefault: true,
            ...common,
          },
        ]),
    ...(lokiUrl === undefined ? [] : [{ name: 'Loki', uid: 'loki', type: 'loki', url: lokiUrl, ...common }]),
  ]
}

/** Returns the dashboards whose data is there. */
export function dashboardsFor({ prometheusUrl, lokiUrl }: DashboardSettings): readonly Dashboard[] {
  const has = { prometheus: prometheusUrl !== undefined, loki: lokiUrl !== undefined }
  return dashboards.filter(({ needs }) => needs.every((source) => has[source]))
}

/** Returns the resources besides those of the chart. */
export function grafanaResources(settings: DashboardSettings): Manifest[] {
  const { namespace } = grafana
  const { storage } = settings
  const annotations = { grafana_folder: 'QleetOS' }
  return [
    ...dashboardsFor(settings).map(({ uid, text }) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: uid, namespace, labels: { grafana_dashboard: '1' }, annotations },
      data: { [`${uid}.json`]: text },
    })),
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: adminSecret, namespace },
      stringData: { 'admin-user': 'admin', 'admin-password': settings.password },
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: role },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }],
    },
    ...(storage === undefined ? [] : [volumeOf(grafana, { name, storage })]),
  ]
}

/** Returns what a simulated runtime has instead of the chart. */
export function grafanaStandIn(settings: DashboardSettings): Manifest[] {
  const claim = settings.storage === undefined ? undefined : name
  const args = [`--password-digest=${passwordDigest(settings)}`]
  return standInOf(grafana, { controller: 'grafana', image: 'simulated/grafana', args, claim })
}

/** Returns the URL of Grafana: the one that its values state, or that within the cluster. */
export function grafanaUrl(...documents: readonly (string | undefined)[]): string {
  const { 'grafana.ini': ini } = mergeValues(...documents.map(parseValues))
  const server = isRecord(ini) ? ini['server'] : undefined
  const root = isRecord(server) ? server['root_url'] : undefined
  return typeof root === 'string' && /^https?:\/\/[^%]+$/.test(root)
    ? root.replace(/\/$/, '')
    : urlOf(grafana)
}
