import { at, listOf, objectOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { boolean, field } from './cells.ts'
import { ageColumn, column, nameColumn, wide, type Column } from './column.ts'

const webhooks: readonly Column[] = [
  nameColumn,
  column('Webhooks', (object) => listOf(object['webhooks']).length, { type: 'integer' }),
  ageColumn,
]

const bindings: readonly Column[] = [
  nameColumn,
  column(
    'Role',
    (object) => `${stringOf(at(object, 'roleRef', 'kind'))}/${stringOf(at(object, 'roleRef', 'name'))}`,
  ),
  ageColumn,
  wide('Users', (object) => subjects(object, 'User')),
  wide('Groups', (object) => subjects(object, 'Group')),
  wide('ServiceAccounts', (object) => subjects(object, 'ServiceAccount')),
]

function subjects(object: KubeObject, kind: string): string {
  return objectsOf(object['subjects'])
    .filter((subject) => subject['kind'] === kind)
    .map((subject) =>
      kind === 'ServiceAccount'
        ? `${stringOf(subject['namespace'])}/${stringOf(subject['name'])}`
        : stringOf(subject['name']),
    )
    .join(', ')
}

export const otherColumns: Readonly<Record<string, readonly Column[]>> = {
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhooks,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhooks,
  'rolebindings.rbac.authorization.k8s.io': bindings,
  'clusterrolebindings.rbac.authorization.k8s.io': bindings,
  'runtimeclasses.node.k8s.io': [nameColumn, column('Handler', field('handler')), ageColumn],
  'volumeattributesclasses.storage.k8s.io': [
    nameColumn,
    column('DriverName', field('driverName')),
    ageColumn,
  ],
  'csinodes.storage.k8s.io': [
    nameColumn,
    column('Drivers', (object) => listOf(at(object, 'spec', 'drivers')).length, { type: 'integer' }),
    ageColumn,
  ],
  'volumeattachments.storage.k8s.io': [
    nameColumn,
    column('Attacher', field('spec.attacher')),
    column('PV', (object) => stringOf(at(object, 'spec', 'source', 'persistentVolumeName'))),
    column('Node', field('spec.nodeName')),
    boolean('Attached', 'status.attached'),
    ageColumn,
  ],
  'apiservices.apiregistration.k8s.io': [
    nameColumn,
    column('Service', (object) => {
      const { namespace, name } = objectOf(at(object, 'spec', 'service'))
      return name === undefined ? 'Local' : `${String(namespace)}/${String(name)}`
    }),
    column(
      'Available',
      (object) =>
        stringOf(
          objectsOf(at(object, 'status', 'conditions')).find(({ type }) => type === 'Available')?.['status'],
        ) || 'Unknown',
    ),
    ageColumn,
  ],
  'horizontalpodautoscalers.autoscaling': [
    nameColumn,
    column('Reference', (object) => {
      const { kind, name } = objectOf(at(object, 'spec', 'scaleTargetRef'))
      return `${stringOf(kind)}/${stringOf(name)}`
    }),
    column('Targets', formatTargets),
    column('MinPods', (object) => String(at(object, 'spec', 'minReplicas') ?? '<unset>')),
    column('MaxPods', (object) => at(object, 'spec', 'maxReplicas')),
    column('Replicas', (object) => at(object, 'status', 'currentReplicas') ?? 0),
    ageColumn,
  ],
}

function formatTargets(object: KubeObject): string {
  const { metrics, targetCPUUtilizationPercentage: cpu } = objectOf(object['spec'])
  if (typeof cpu === 'number') return `cpu: <unknown>/${cpu}%`
  return objectsOf(metrics).map(formatMetric).join(', ') || '<none>'
}

function formatMetric(metric: JsonObject): string {
  const { name, target } = objectOf(metric['resource'])
  if (name === undefined) return '<unknown>'
  const { averageUtilization, averageValue, value } = objectOf(target)
  const desired =
    averageUtilization === undefined
      ? String(averageValue ?? value ?? '<auto>')
      : `${String(averageUtilization)}%`
  return `${String(name)}: <unknown>/${desired}`
}
