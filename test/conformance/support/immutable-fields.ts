import { definitionOf, definitions, podTemplate } from './objects.ts'

/** A change of an immutable field, and its refusal. */
export interface FixedField {
  title: string
  /** The path of the collection. */
  collection: string
  object: { metadata: { name: string }; [field: string]: unknown }
  /** The merge patch. */
  change: object
  /** The causes in the order of the response, each with a text that identifies it; an ellipsis stands for a value. */
  causes: readonly { field: string; reason: string; text: string }[]
}

/** The cause that is reported for each field. @default that it is immutable */
type Causes = Readonly<Record<string, string>>

const fixed = 'Invalid value: … field is immutable'
const once = 'Invalid value: … may not change once set'
const frozen = 'Forbidden: field is immutable when `immutable` is set'
const claim =
  'Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
const source = 'Forbidden: spec.persistentvolumesource is immutable after creation'
const set =
  "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
const podFields =
  'Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds`'

const select = (app: string) => ({ matchLabels: { app } })
const moved = { spec: { selector: select('other'), template: { metadata: { labels: { app: 'other' } } } } }
const ended = {
  ...podTemplate('one'),
  spec: { ...podTemplate('one').spec, restartPolicy: 'Never' },
}
const indexed = { completions: 2, completionMode: 'Indexed' }
const balancer = { type: 'LoadBalancer' }
const term = (value: string) => ({
  required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] }] },
})
const request = (storage: string) => ({
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage } },
})

/** Returns all immutable fields: of objects in a namespace, and outside of it with a name prefix. */
export function immutableFields(namespace: string, prefix: string): FixedField[] {
  let count = 0
  const of = (collection: string, body: object) => {
    // A new object for each change.
    const make = (): FixedField['object'] => {
      const name = `${collection.includes('/namespaces/') ? 'one' : prefix}-${(count += 1)}`
      return { ...body, metadata: { name } }
    }
    const plural = collection.split('/').at(-1) ?? ''
    return (change: object, causes: Causes, object: FixedField['object'] = make()): FixedField => ({
      title: `${plural} ${Object.keys(causes).join(', ')} by ${JSON.stringify(change).slice(0, 50)}`,
      collection,
      object,
      change,
      causes: Object.entries(causes).map(([field, text]) => ({
        field,
        text,
        reason: text.startsWith('Forbidden') ? 'FieldValueForbidden' : 'FieldValueInvalid',
      })),
    })
  }
  const at = (group: string, plural: string) => `${group}/namespaces/${namespace}/${plural}`
  const workload = (plural: string, more: object = {}) =>
    of(at('/apis/apps/v1', plural), {
      spec: { replicas: 0, selector: select('one'), template: podTemplate('one'), ...more },
    })
  const daemon = of(at('/apis/apps/v1', 'daemonsets'), {
    spec: {
      selector: select('one'),
      template: {
        ...podTemplate('one'),
        spec: { ...podTemplate('one').spec, nodeSelector: { no: 'where' } },
      },
    },
  })
  const job = (spec: object = {}) =>
    of(at('/apis/batch/v1', 'jobs'), { spec: { parallelism: 0, template: ended, ...spec } })
  const service = (spec: object = {}) =>
    of(at('/api/v1', 'services'), { spec: { ports: [{ port: 80 }], ...spec } })
  const stateful = workload('statefulsets', {
    serviceName: 'a',
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: request('1Gi') }],
  })
  const claims = of(at('/api/v1', 'persistentvolumeclaims'), {
    spec: { storageClassName: 'none', ...request('2Gi') },
  })
  const volumes = of('/api/v1/persistentvolumes', {
    spec: {
      storageClassName: 'none',
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '2Gi' },
      hostPath: { path: '/tmp/a' },
      nodeAffinity: term('a'),
    },
  })
  const pods = of(at('/api/v1', 'pods'), { spec: podTemplate('one').spec })
  const configMaps = of(at('/api/v1', 'configmaps'), {
    immutable: true,
    data: { a: '1' },
    binaryData: { b: 'AA==' },
  })
  const secrets = (more: object) => of(at('/api/v1', 'secrets'), { data: { a: 'AA==' }, ...more })
  const storage = '/apis/storage.k8s.io/v1'
  const classes = of(`${storage}/storageclasses`, { provisioner: 'a.example.com', parameters: { a: '1' } })
  const attributes = of(`${storage}/volumeattributesclasses`, {
    driverName: 'a.example.com',
    parameters: { a: '1' },
  })
  const capacities = of(at(storage, 'csistoragecapacities'), {
    storageClassName: 'a',
    nodeTopology: select('a'),
  })
  const rbac = '/apis/rbac.authorization.k8s.io/v1'
  const role = { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' } }
  const roleKept = { roleRef: 'Invalid value: … cannot change roleRef' }
  const definition = (change: object, causes: Causes) => {
    count += 1
    const group = `fixed.${prefix}.example.com`
    const object = definitionOf({ group, kind: `Gadget${count}`, schema: { type: 'object' } })
    return of(definitions, {})(change, causes, object)
  }
  const priorities = of('/apis/scheduling.k8s.io/v1/priorityclasses', { value: 10 })
  const drivers = of(`${storage}/csidrivers`, { spec: {} })
  const nodes = of('/api/v1/nodes', {
    spec: { providerID: 'a://b', podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'], unschedulable: true },
  })
  const quotas = of(at('/api/v1', 'resourcequotas'), {
    spec: { hard: { pods: '1' }, scopes: ['BestEffort'] },
  })
  const revisions = of(at('/apis/apps/v1', 'controllerrevisions'), { revision: 1, data: { a: 1 } })
  const slices = of(at('/apis/discovery.k8s.io/v1', 'endpointslices'), { addressType: 'IPv4', endpoints: [] })
  const otherAddress = { clusterIP: '10.96.200.201', clusterIPs: ['10.96.200.201'] }

  return [
    workload('deployments')(moved, { 'spec.selector': fixed }),
    workload('deployments')(
      { spec: { selector: select('other') } },
      {
        'spec.template.metadata.labels': 'Invalid value: … `selector` does not match template `labels`',
        'spec.selector': fixed,
      },
    ),
    workload('replicasets')(moved, { 'spec.selector': fixed }),
    daemon(moved, { 'spec.selector': fixed }),
    stateful(moved, { spec: set }),
    stateful({ spec: { serviceName: 'b' } }, { spec: set }),
    stateful({ spec: { podManagementPolicy: 'Parallel' } }, { spec: set }),
    stateful(
      { spec: { volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: request('2Gi') }] } },
      { spec: set },
    ),
    job()({ spec: { completions: 3 } }, { 'spec.completions': fixed }),
    job(indexed)(
      { spec: { completions: 5 } },
      { 'spec.completions': 'Invalid value: … can only be modified in tandem with spec.parallelism' },
    ),
    job()({ spec: { template: { spec: { dnsPolicy: 'Default' } } } }, { 'spec.template': fixed }),
    job({ manualSelector: true, selector: select('one') })(moved, {
      'spec.selector': fixed,
      'spec.template': fixed,
    }),
    job({ completions: 2 })({ spec: { completionMode: 'Indexed' } }, { 'spec.completionMode': fixed }),
    job({ podReplacementPolicy: 'Failed' })(
      {
        spec: {
          podFailurePolicy: {
            rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }],
          },
        },
      },
      { 'spec.podFailurePolicy': fixed },
    ),
    job(indexed)({ spec: { backoffLimitPerIndex: 2 } }, { 'spec.backoffLimitPerIndex': fixed }),
    job()({ spec: { managedBy: 'a.example.com/b' } }, { 'spec.managedBy': fixed }),
    job(indexed)(
      { spec: { successPolicy: { rules: [{ succeededCount: 1 }] } } },
      { 'spec.successPolicy': fixed },
    ),
    service()({ spec: otherAddress }, { 'spec.clusterIPs[0]': once }),
    service()({ spec: { clusterIP: '10.96.200.202' } }, { 'spec.clusterIPs[0]': once }),
    service()({ spec: { clusterIP: 'None', clusterIPs: ['None'] } }, { 'spec.clusterIPs[0]': once }),
    service({ clusterIP: 'None', selector: { app: 'a' } })(
      { spec: otherAddress },
      { 'spec.clusterIPs[0]': once },
    ),
    service({ ...balancer, loadBalancerClass: 'example.com/a' })(
      { spec: { loadBalancerClass: 'example.com/b' } },
      { 'spec.loadBalancerClass': once },
    ),
    // Ports of this range are assigned only when they are requested.
    service({ ...balancer, externalTrafficPolicy: 'Local', healthCheckNodePort: 30_001 })(
      { spec: { healthCheckNodePort: 30_002 } },
      { 'spec.healthCheckNodePort': 'Forbidden: field is immutable' },
    ),
    claims({ spec: { storageClassName: 'other' } }, { spec: claim }),
    claims({ spec: { accessModes: ['ReadWriteMany'] } }, { spec: claim }),
    claims({ spec: { resources: { requests: { storage: '3Gi' } } } }, { spec: claim }),
    claims({ spec: { volumeAttributesClassName: 'other' } }, { spec: claim }),
    claims({ spec: { volumeMode: 'Block' } }, { spec: claim, volumeMode: fixed }),
    volumes({ spec: { hostPath: { path: '/tmp/b' } } }, { 'spec.persistentvolumesource': source }),
    volumes(
      { spec: { hostPath: null, nfs: { server: 'a', path: '/' } } },
      { 'spec.persistentvolumesource': source },
    ),
    volumes({ spec: { volumeMode: 'Block' } }, { volumeMode: fixed }),
    volumes({ spec: { nodeAffinity: term('b') } }, { nodeAffinity: `${fixed}, except for updating` }),
    configMaps({ data: { a: '2' } }, { data: frozen }),
    configMaps({ immutable: false }, { immutable: frozen }),
    configMaps(
      { immutable: null, data: { c: '1' }, binaryData: null },
      { immutable: frozen, data: frozen, binaryData: frozen },
    ),
    secrets({ immutable: true })({ data: { a: 'BB==' } }, { data: frozen }),
    secrets({ immutable: true })({ immutable: false }, { immutable: frozen }),
    secrets({ type: 'Opaque' })({ type: 'example.com/other' }, { type: fixed }),
    classes(
      { parameters: { a: '2' }, provisioner: 'b.example.com', reclaimPolicy: 'Retain' },
      { parameters: fixed, provisioner: fixed, reclaimPolicy: fixed },
    ),
    classes({ volumeBindingMode: 'WaitForFirstConsumer' }, { volumeBindingMode: fixed }),
    of(at(rbac, 'rolebindings'), role)({ roleRef: { name: 'edit' } }, roleKept),
    of(`${rbac}/clusterrolebindings`, role)({ roleRef: { name: 'edit' } }, roleKept),
    of('/apis/networking.k8s.io/v1/ingressclasses', { spec: { controller: 'example.com/a' } })(
      { spec: { controller: 'example.com/b' } },
      { 'spec.controller': fixed },
    ),
    definition({ spec: { scope: 'Cluster' } }, { 'spec.scope': fixed }),
    definition({ spec: { names: { kind: 'Other', listKind: 'OtherList' } } }, { 'spec.names.kind': fixed }),
    definition({ spec: { names: { plural: 'others' } } }, { 'spec.names.plural': fixed }),
    definition({ spec: { group: 'other.example.com' } }, { 'spec.group': fixed }),
    priorities({ value: 20 }, { value: 'Forbidden: may not be changed in an update.' }),
    priorities({ preemptionPolicy: 'Never' }, { preemptionPolicy: fixed }),
    of('/apis/node.k8s.io/v1/runtimeclasses', { handler: 'a' })({ handler: 'b' }, { handler: fixed }),
    drivers({ spec: { attachRequired: false } }, { 'spec.attachedRequired': fixed }),
    drivers({ spec: { volumeLifecycleModes: ['Ephemeral'] } }, { 'spec.volumeLifecycleModes': fixed }),
    attributes(
      { driverName: 'b.example.com' },
      { driverName: 'Forbidden: updates to driverName are forbidden.' },
    ),
    attributes({ parameters: { a: '2' } }, { parameters: 'Forbidden: updates to parameters are forbidden.' }),
    capacities({ storageClassName: 'b' }, { storageClassName: fixed }),
    capacities({ nodeTopology: select('b') }, { nodeTopology: fixed }),
    of(`${storage}/volumeattachments`, {
      spec: { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'p' } },
    })({ spec: { attacher: 'b.example.com' } }, { spec: fixed }),
    pods({ spec: { nodeSelector: { no: 'where' } } }, { spec: podFields }),
    pods({ spec: { restartPolicy: 'Never' } }, { spec: podFields }),
    pods(
      { spec: { containers: [...podTemplate('one').spec.containers, { name: 'b', image: 'b' }] } },
      { 'spec.containers': 'Forbidden: pod updates may not add or remove containers' },
    ),
    revisions({ data: { a: 2 } }, { data: fixed }),
    slices({ addressType: 'FQDN' }, { addressType: fixed }),
    quotas({ spec: { scopes: ['NotBestEffort'] } }, { 'spec.scopes': fixed }),
    nodes(
      { spec: { providerID: 'a://c' } },
      { 'spec.providerID': 'Forbidden: node updates may not change providerID except from "" to valid' },
    ),
    nodes(
      { spec: { podCIDR: '10.2.0.0/24', podCIDRs: ['10.2.0.0/24'] } },
      { 'spec.podCIDRs': 'Forbidden: node updates may not change podCIDR except from "" to valid' },
    ),
  ]
}
