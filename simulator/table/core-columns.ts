import { at, listOf, objectOf, objectsOf, stringOf, stringsOf, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { accessModes, boolean, field, formatSelector, formatLabels, none, number } from './cells.ts'
import { age, ageColumn, column, nameColumn, wide, type Column } from './column.ts'

const created = column('Created At', ({ metadata }) => metadata.creationTimestamp, { type: 'date' })
const unset = '<unset>'

function size(...keys: string[]): Column['cell'] {
  return (object) => keys.reduce((sum, key) => sum + Object.keys(objectOf(object[key])).length, 0)
}

const eventColumns: readonly Column[] = [
  column('Last Seen', (object, now) =>
    seen(object, now, ['series.lastObservedTime', 'lastTimestamp', 'deprecatedLastTimestamp', 'eventTime']),
  ),
  column('Type', field('type')),
  column('Reason', field('reason')),
  column('Object', (object) => {
    const about = objectOf(object['involvedObject'] ?? object['regarding'])
    return `${stringOf(about['kind']).toLowerCase()}/${stringOf(about['name'])}`
  }),
  wide('Subobject', (object) =>
    stringOf(objectOf(object['involvedObject'] ?? object['regarding'])['fieldPath']),
  ),
  wide('Source', (object) => {
    const { component, host } = objectOf(object['source'] ?? object['deprecatedSource'])
    const name =
      stringOf(component) || stringOf(object['reportingComponent'] ?? object['reportingController'])
    const where = stringOf(host) || stringOf(object['reportingInstance'])
    return where === '' ? name : `${name}, ${where}`
  }),
  column('Message', (object) => stringOf(object['message'] ?? object['note']).trim()),
  wide('First Seen', (object, now) =>
    seen(object, now, ['firstTimestamp', 'deprecatedFirstTimestamp', 'eventTime']),
  ),
  wide('Count', (object) => object['count'] ?? object['deprecatedCount'] ?? 1),
  wide('Name', ({ metadata }) => metadata.name),
]

function seen(object: KubeObject, now: Date, paths: readonly string[]): string {
  const times = paths.map((path) => at(object, ...path.split('.')))
  return age(
    times.find((time) => typeof time === 'string'),
    now,
  )
}

export const coreColumns: Readonly<Record<string, readonly Column[]>> = {
  configmaps: [nameColumn, column('Data', size('data', 'binaryData')), ageColumn],
  secrets: [nameColumn, column('Type', field('type')), column('Data', size('data')), ageColumn],
  serviceaccounts: [nameColumn, ageColumn],
  namespaces: [nameColumn, column('Status', field('status.phase')), ageColumn],
  events: eventColumns,
  limitranges: [nameColumn, created],
  resourcequotas: [
    nameColumn,
    column('Request', (object) => formatQuota(object, false)),
    column('Limit', (object) => formatQuota(object, true)),
    ageColumn,
  ],
  nodes: [
    nameColumn,
    column('Status', nodeStatus),
    column('Roles', nodeRoles),
    ageColumn,
    column('Version', field('status.nodeInfo.kubeletVersion')),
    wide('Internal-IP', (object) => nodeAddress(object, 'InternalIP')),
    wide('External-IP', (object) => nodeAddress(object, 'ExternalIP')),
    wide('OS-Image', field('status.nodeInfo.osImage', '<unknown>')),
    wide('Kernel-Version', field('status.nodeInfo.kernelVersion', '<unknown>')),
    wide('Container-Runtime', field('status.nodeInfo.containerRuntimeVersion', '<unknown>')),
  ],
  endpoints: [nameColumn, column('Endpoints', formatEndpoints), ageColumn],
  services: [
    nameColumn,
    column('Type', field('spec.type')),
    column('Cluster-IP', field('spec.clusterIP', none)),
    column('External-IP', externalAddress),
    column('Port(s)', formatPorts),
    ageColumn,
    wide('Selector', (object) => formatLabels(at(object, 'spec', 'selector'))),
  ],
  persistentvolumeclaims: [
    nameColumn,
    column('Status', formatPhase),
    column('Volume', (object) => stringOf(at(object, 'spec', 'volumeName'))),
    column('Capacity', (object) =>
      isBound(object) ? stringOf(at(object, 'status', 'capacity', 'storage')) : '',
    ),
    column('Access Modes', (object) =>
      isBound(object) ? accessModes(at(object, 'status', 'accessModes')) : '',
    ),
    column('StorageClass', (object) => stringOf(at(object, 'spec', 'storageClassName'))),
    column('VolumeAttributesClass', field('spec.volumeAttributesClassName', unset)),
    ageColumn,
    wide('VolumeMode', field('spec.volumeMode', unset)),
  ],
  persistentvolumes: [
    nameColumn,
    column('Capacity', field('spec.capacity.storage', '')),
    column('Access Modes', (object) => accessModes(at(object, 'spec', 'accessModes'))),
    column('Reclaim Policy', field('spec.persistentVolumeReclaimPolicy')),
    column('Status', formatPhase),
    column('Claim', (object) => {
      const claim = at(object, 'spec', 'claimRef')
      return claim === undefined ? '' : `${stringOf(at(claim, 'namespace'))}/${stringOf(at(claim, 'name'))}`
    }),
    column('StorageClass', (object) => stringOf(at(object, 'spec', 'storageClassName'))),
    column('VolumeAttributesClass', field('spec.volumeAttributesClassName', unset)),
    column('Reason', (object) => stringOf(at(object, 'status', 'reason'))),
    ageColumn,
    wide('VolumeMode', field('spec.volumeMode', unset)),
  ],
  'storageclasses.storage.k8s.io': [
    nameColumn,
    column('Provisioner', field('provisioner')),
    column('ReclaimPolicy', field('reclaimPolicy')),
    column('VolumeBindingMode', field('volumeBindingMode')),
    column('AllowVolumeExpansion', (object) => object['allowVolumeExpansion'] ?? false),
    ageColumn,
  ],
  'endpointslices.discovery.k8s.io': [
    nameColumn,
    column('AddressType', field('addressType')),
    column(
      'Ports',
      (object) => shortened(objectsOf(object['ports']).map(({ port }) => String(port))) || unset,
    ),
    column(
      'Endpoints',
      (object) =>
        shortened(objectsOf(object['endpoints']).flatMap(({ addresses }) => stringsOf(addresses))) || unset,
    ),
    ageColumn,
  ],
  'leases.coordination.k8s.io': [
    nameColumn,
    column('Holder', (object) => stringOf(at(object, 'spec', 'holderIdentity'))),
    ageColumn,
  ],
  'priorityclasses.scheduling.k8s.io': [
    nameColumn,
    number('Value', 'value'),
    boolean('Global-Default', 'globalDefault'),
    ageColumn,
    column('PreemptionPolicy', field('preemptionPolicy')),
  ],
}

function shortened(items: readonly string[]): string {
  return items.length > 3 ? `${items.slice(0, 3).join(',')} + ${items.length - 3} more...` : items.join(',')
}

function formatQuota(object: KubeObject, limits: boolean): string {
  const hard = objectOf(at(object, 'status', 'hard'))
  const used = objectOf(at(object, 'status', 'used'))
  return Object.keys(hard)
    .filter((name) => name.startsWith('limits.') === limits)
    .sort()
    .map((name) => `${name}: ${String(used[name])}/${String(hard[name])}`)
    .join(', ')
}

function nodeStatus(object: KubeObject): string {
  const ready = objectsOf(at(object, 'status', 'conditions')).find(({ type }) => type === 'Ready')
  const text = ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady'
  return at(object, 'spec', 'unschedulable') === true ? `${text},SchedulingDisabled` : text
}

function nodeRoles({ metadata }: KubeObject): string {
  const prefix = 'node-role.kubernetes.io/'
  const roles = Object.keys(metadata.labels ?? {}).filter((key) => key.startsWith(prefix))
  return (
    roles
      .map((key) => key.slice(prefix.length))
      .sort()
      .join(',') || none
  )
}

function nodeAddress(object: KubeObject, type: string): string {
  return (
    stringOf(
      objectsOf(at(object, 'status', 'addresses')).find((each) => each['type'] === type)?.['address'],
    ) || none
  )
}

function formatEndpoints(object: KubeObject): string {
  const found = objectsOf(object['subsets']).flatMap((subset) => {
    const ports = objectsOf(subset['ports'])
    const addresses = objectsOf(subset['addresses']).map(({ ip }) => stringOf(ip))
    if (ports.length === 0) return addresses
    return ports.flatMap(({ port }) => addresses.map((address) => `${address}:${String(port)}`))
  })
  return shortened(found) || none
}

function externalAddress(object: KubeObject): string {
  const spec = objectOf(object['spec'])
  const own = stringsOf(spec['externalIPs'])
  switch (spec['type']) {
    case 'ExternalName':
      return stringOf(spec['externalName'])
    case 'LoadBalancer': {
      const given = objectsOf(at(object, 'status', 'loadBalancer', 'ingress')).map(
        ({ ip, hostname }) => stringOf(ip) || stringOf(hostname),
      )
      const all = [...given, ...own].join(',')
      return all === '' ? '<pending>' : all
    }
    default:
      return own.join(',') || none
  }
}

function formatPorts(object: KubeObject): string {
  const one = ({ port, nodePort, protocol }: JsonObject) =>
    `${String(port)}${nodePort === undefined ? '' : `:${String(nodePort)}`}/${String(protocol)}`
  return (
    objectsOf(at(object, 'spec', 'ports'))
      .map(one)
      .join(',') || none
  )
}

function formatPhase(object: KubeObject): string {
  return object.metadata.deletionTimestamp === undefined
    ? stringOf(at(object, 'status', 'phase'))
    : 'Terminating'
}

function isBound(object: KubeObject): boolean {
  return listOf(at(object, 'status', 'accessModes')).length > 0
}

export const networkColumns: Readonly<Record<string, readonly Column[]>> = {
  'ingresses.networking.k8s.io': [
    nameColumn,
    column('Class', field('spec.ingressClassName', none)),
    column(
      'Hosts',
      (object) =>
        shortened(
          objectsOf(at(object, 'spec', 'rules'))
            .map(({ host }) => stringOf(host))
            .filter((host) => host !== ''),
        ) || '*',
    ),
    column('Address', (object) =>
      objectsOf(at(object, 'status', 'loadBalancer', 'ingress'))
        .map(({ ip, hostname }) => stringOf(ip) || stringOf(hostname))
        .join(','),
    ),
    column('Ports', (object) => (listOf(at(object, 'spec', 'tls')).length > 0 ? '80, 443' : '80')),
    ageColumn,
  ],
  'ingressclasses.networking.k8s.io': [
    nameColumn,
    column('Controller', field('spec.controller')),
    column('Parameters', (object) => {
      const { apiGroup, kind, name } = objectOf(at(object, 'spec', 'parameters'))
      return kind === undefined
        ? none
        : `${String(kind)}${apiGroup === undefined ? '' : `.${String(apiGroup)}`}/${String(name)}`
    }),
    ageColumn,
  ],
  'networkpolicies.networking.k8s.io': [
    nameColumn,
    column('Pod-Selector', (object) => formatSelector(at(object, 'spec', 'podSelector'))),
    ageColumn,
  ],
  'poddisruptionbudgets.policy': [
    nameColumn,
    column('Min Available', (object) => String(at(object, 'spec', 'minAvailable') ?? 'N/A')),
    column('Max Unavailable', (object) => String(at(object, 'spec', 'maxUnavailable') ?? 'N/A')),
    number('Allowed Disruptions', 'status.disruptionsAllowed'),
    ageColumn,
  ],
}
