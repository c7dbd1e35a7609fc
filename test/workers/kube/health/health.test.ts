import { describe, it } from 'vitest'
import {
  expectHealth,
  type Case,
  certificate,
  claim,
  condition,
  conditions,
  crd,
  custom,
  externalSecret,
  gateway,
  hpa,
  issuer,
  listeningGateway,
  namespace,
  of,
  parent,
  rollout,
  route,
  secretStore,
  service,
} from './cases.ts'

const rest: Case[] = [
  ['a Service inside', service({ type: 'ClusterIP' }), 'ready'],
  ['a Service without an address', service({ type: 'LoadBalancer' }), 'progressing', 'NoAddress'],
  [
    'a Service with an address',
    service({ type: 'LoadBalancer' }, { loadBalancer: { ingress: [{ ip: '10.0.0.1' }] } }),
    'ready',
  ],
  ['an Ingress', of('networking.k8s.io/v1', 'Ingress', { status: { loadBalancer: {} } }), 'ready'],
  ['a claim that is bound', claim('Bound'), 'ready'],
  ['a claim that waits', claim('Pending'), 'progressing', 'NotBound'],
  ['a claim that lost its volume', claim('Lost'), 'failed', 'ClaimLost'],
  [
    'a volume that cannot be reclaimed',
    of('v1', 'PersistentVolume', { status: { phase: 'Failed', message: 'no plugin' } }),
    'failed',
    'VolumeFailed',
    'no plugin',
  ],
  [
    'a snapshot',
    of('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', { status: { error: { message: 'no class' } } }),
    'failed',
    'SnapshotFailed',
    'no class',
  ],
  ['a Namespace', namespace({ phase: 'Active' }), 'ready'],
  [
    'a Namespace that cannot be deleted',
    namespace(
      {
        phase: 'Terminating',
        conditions: [
          condition(
            'NamespaceFinalizersRemaining',
            'True',
            'x',
            'Some content in the namespace has finalizers remaining: a.b/c in 1 resource instances',
          ),
          condition(
            'NamespaceContentRemaining',
            'True',
            'x',
            'Some resources are remaining: things.a.b has 1 resource instances',
          ),
          condition('NamespaceDeletionDiscoveryFailure', 'False'),
        ],
      },
      { deletionTimestamp: '2026-11-21T07:00:00Z' },
    ),
    'terminating',
    'Terminating',
    'has been terminating since 2026-11-21T07:00:00Z: Some resources are remaining: things.a.b has 1 resource instances; Some content in the namespace has finalizers remaining: a.b/c in 1 resource instances',
  ],
  [
    'a resource held by a finalizer',
    of('v1', 'ConfigMap', { metadata: { deletionTimestamp: '2026-11-21T07:00:00Z', finalizers: ['a.b/c'] } }),
    'terminating',
    'Terminating',
    'has been terminating since 2026-11-21T07:00:00Z, waiting for finalizer a.b/c',
  ],
  [
    'a budget that is not met',
    of('policy/v1', 'PodDisruptionBudget', {
      status: {
        currentHealthy: 0,
        desiredHealthy: 1,
        conditions: [condition('DisruptionAllowed', 'False', 'InsufficientPods')],
      },
    }),
    'ready',
  ],
  [
    'a budget that cannot be computed',
    of('policy/v1', 'PodDisruptionBudget', {
      status: { conditions: [condition('DisruptionAllowed', 'False', 'SyncFailed', 'no scale subresource')] },
    }),
    'failed',
    'SyncFailed',
  ],
  [
    'an autoscaler at work',
    hpa(condition('AbleToScale', 'True'), condition('ScalingActive', 'True')),
    'ready',
  ],
  [
    'an autoscaler without metrics',
    hpa(condition('AbleToScale', 'True'), condition('ScalingActive', 'False', 'FailedGetResourceMetric')),
    'ready',
  ],
  [
    'an autoscaler without a target',
    hpa(condition('AbleToScale', 'False', 'FailedGetScale', 'not found')),
    'progressing',
    'FailedGetScale',
  ],
  [
    'an autoscaler that is wrong',
    hpa(condition('ScalingActive', 'False', 'InvalidSelector', 'bad')),
    'failed',
    'InvalidSelector',
  ],
  [
    'a CRD that is established',
    crd(condition('NamesAccepted', 'True'), condition('Established', 'True')),
    'ready',
  ],
  ['a CRD that is new', crd(), 'progressing', 'NotEstablished'],
  [
    'a CRD whose names are taken',
    crd(condition('NamesAccepted', 'False', 'PluralConflict', '"things" is already in use')),
    'failed',
    'PluralConflict',
    'already in use',
  ],
  [
    'an APIService without a backend',
    of('apiregistration.k8s.io/v1', 'APIService', {
      status: { conditions: [condition('Available', 'False', 'ServiceNotFound', 'service not found')] },
    }),
    'progressing',
    'ServiceNotFound',
  ],
  [
    'an APIService',
    of('apiregistration.k8s.io/v1', 'APIService', {
      status: { conditions: [condition('Available', 'True')] },
    }),
    'ready',
  ],
]

const extensions: Case[] = [
  [
    'a Gateway that is programmed',
    gateway(condition('Accepted', 'True'), condition('Programmed', 'True')),
    'ready',
  ],
  ['a Gateway without a controller', gateway(), 'progressing', 'Pending'],
  [
    'a Gateway that waits for its controller',
    gateway(condition('Accepted', 'Unknown', 'Pending', 'Waiting for controller')),
    'progressing',
    'Pending',
  ],
  [
    'a Gateway that is refused',
    gateway(condition('Accepted', 'False', 'ListenersNotValid', 'port 80 twice')),
    'failed',
    'ListenersNotValid',
    'port 80 twice',
  ],
  [
    'a Gateway without an address',
    gateway(
      condition('Accepted', 'True'),
      condition('Programmed', 'False', 'AddressNotAssigned', 'no address'),
    ),
    'progressing',
    'AddressNotAssigned',
  ],
  [
    'a Gateway with the status of an older generation',
    gateway({ ...condition('Accepted', 'True'), observedGeneration: 1 }),
    'progressing',
    'NotObserved',
  ],
  [
    'a Gateway that is programmed before it has an address',
    of('gateway.networking.k8s.io/v1', 'Gateway', {
      status: { conditions: [condition('Accepted', 'True'), condition('Programmed', 'True')] },
    }),
    'progressing',
    'AddressNotAssigned',
  ],
  [
    'a Gateway whose latest change is not programmed',
    gateway(condition('Accepted', 'True'), { ...condition('Programmed', 'True'), observedGeneration: 1 }),
    'progressing',
    'NotObserved',
  ],
  [
    'a Gateway with a listener that conflicts',
    listeningGateway(condition('Conflicted', 'True', 'HostnameConflict', 'taken by shop/site')),
    'failed',
    'HostnameConflict',
    'listener https-443: taken by shop/site',
  ],
  [
    'a Gateway that is refused because of a listener',
    of('gateway.networking.k8s.io/v1', 'Gateway', {
      status: {
        conditions: [condition('Accepted', 'False', 'ListenersNotValid', 'No listeners are valid')],
        listeners: [
          { name: 'http-80', conditions: [condition('Conflicted', 'True', 'ProtocolConflict', 'TCP')] },
        ],
      },
    }),
    'failed',
    'ProtocolConflict',
  ],
  [
    'a route whose backend has no pods yet',
    route(parent(condition('Accepted', 'True'), condition('ResolvedRefs', 'False', 'EndpointsNotFound'))),
    'progressing',
    'EndpointsNotFound',
  ],
  [
    'a Gateway whose certificate is not there yet',
    listeningGateway(condition('ResolvedRefs', 'False', 'InvalidCertificateRef', 'no Secret')),
    'progressing',
    'InvalidCertificateRef',
    'listener https-443: no Secret',
  ],
  [
    'a Certificate that was ready before its latest change',
    certificate({ ...condition('Ready', 'True'), observedGeneration: 1 }),
    'progressing',
    'NotObserved',
  ],
  [
    'DNS records that are not read',
    of('externaldns.k8s.io/v1alpha1', 'DNSEndpoint', {}),
    'progressing',
    'Pending',
  ],
  [
    'DNS records that are read',
    of('externaldns.k8s.io/v1alpha1', 'DNSEndpoint', { status: { observedGeneration: 2 } }),
    'ready',
  ],
  [
    'a route that works',
    route(parent(condition('Accepted', 'True'), condition('ResolvedRefs', 'True'))),
    'ready',
  ],
  ['a route without a controller', route(), 'progressing', 'Pending', 'waits for Gateway edge'],
  [
    'a route that is refused',
    route(parent(condition('Accepted', 'False', 'NotAllowedByListeners', 'namespace'))),
    'failed',
    'NotAllowedByListeners',
    'Gateway edge: namespace',
  ],
  [
    'a route without its backend',
    route(
      parent(
        condition('Accepted', 'True'),
        condition('ResolvedRefs', 'False', 'BackendNotFound', 'Service web'),
      ),
    ),
    'progressing',
    'BackendNotFound',
    'Service web',
  ],
  [
    'a route to a backend that it may not reach',
    route(parent(condition('Accepted', 'True'), condition('ResolvedRefs', 'False', 'RefNotPermitted'))),
    'failed',
    'RefNotPermitted',
  ],
  ['a certificate', certificate(condition('Ready', 'True')), 'ready'],
  [
    'a certificate in progress',
    certificate(condition('Ready', 'False', 'DoesNotExist', 'no secret'), condition('Issuing', 'True')),
    'progressing',
    'DoesNotExist',
  ],
  [
    'a certificate that was refused',
    certificate(condition('Ready', 'False'), condition('Issuing', 'False', 'Failed', 'order is invalid')),
    'failed',
    'IssuanceFailed',
    'order is invalid',
  ],
  [
    'an issuer that cannot register',
    issuer(condition('Ready', 'False', 'ErrRegisterACMEAccount', 'refused')),
    'failed',
    'ErrRegisterACMEAccount',
  ],
  ['an issuer that is new', issuer(), 'progressing', 'Pending'],
  [
    'a challenge that failed',
    of('acme.cert-manager.io/v1', 'Challenge', { status: { state: 'invalid', reason: 'wrong token' } }),
    'failed',
    'ChallengeFailed',
    'wrong token',
  ],
  ['an ExternalSecret that is new', externalSecret(''), 'progressing', 'Pending'],
  ['an ExternalSecret', externalSecret('2-ab12', condition('Ready', 'True', 'SecretSynced')), 'ready'],
  [
    'an ExternalSecret whose change is not synchronised',
    externalSecret('1-ab12', condition('Ready', 'True', 'SecretSynced')),
    'progressing',
    'NotObserved',
  ],
  [
    'an ExternalSecret without its entry',
    externalSecret('', condition('Ready', 'False', 'SecretSyncedError', 'no such key')),
    'failed',
    'SecretSyncedError',
    'no such key',
  ],
  ['a store', secretStore(condition('Ready', 'True', 'Valid')), 'ready'],
  ['a store that is new', secretStore(), 'progressing', 'Pending'],
  [
    'a store without access',
    secretStore(condition('Ready', 'False', 'InvalidProviderConfig', 'permission denied')),
    'failed',
    'InvalidProviderConfig',
    'permission denied',
  ],
  ['a Rollout', rollout({ phase: 'Healthy', observedGeneration: '2' }), 'ready'],
  [
    'a Rollout that no controller has observed',
    rollout({ phase: 'Healthy', observedGeneration: '1' }),
    'progressing',
    'NotObserved',
  ],
  [
    'a Rollout that waits for a user',
    rollout({ phase: 'Paused', message: 'CanaryPauseStep' }),
    'progressing',
    'Paused',
    'CanaryPauseStep',
  ],
  [
    'a Rollout that is degraded',
    rollout({ phase: 'Degraded', message: 'aborted' }),
    'failed',
    'Degraded',
    'aborted',
  ],
  ['a kind without a status', custom({}), 'ready'],
  ['a kind that is Ready', conditions(condition('Ready', 'True')), 'ready'],
  [
    'a kind that is not Ready',
    conditions(condition('Ready', 'False', 'Syncing', 'wait')),
    'progressing',
    'Syncing',
    'wait',
  ],
  [
    'a kind that is Ready in an older generation',
    conditions({ ...condition('Ready', 'True'), observedGeneration: 1 }),
    'progressing',
    'NotObserved',
  ],
  [
    'a kind that is Stalled',
    conditions(condition('Ready', 'False'), condition('Stalled', 'True', 'BadChart', 'no chart')),
    'failed',
    'BadChart',
    'no chart',
  ],
  [
    'a kind that is Degraded',
    conditions(condition('Available', 'True'), condition('Degraded', 'True', 'X')),
    'failed',
    'X',
  ],
  [
    'a kind that is Reconciling',
    conditions(condition('Reconciling', 'True', 'X', 'new version')),
    'progressing',
    'X',
    'new version',
  ],
  ['a kind that is Available', conditions(condition('Available', 'True')), 'ready'],
  [
    'a run in progress',
    conditions(condition('Succeeded', 'Unknown', 'Running', 'task 2 of 3')),
    'progressing',
    'Running',
  ],
  [
    'a run that has failed',
    conditions(condition('Succeeded', 'False', 'Failed', 'task 2')),
    'failed',
    'Failed',
    'task 2',
  ],
  [
    'a kind with an unknown condition',
    conditions(condition('Synced', 'False', 'ReconcileError', 'no such region'), condition('Ready', 'True')),
    'progressing',
    'ReconcileError',
  ],
  [
    'a policy that is refused',
    conditions(condition('Accepted', 'False', 'Invalid', 'bad')),
    'failed',
    'Invalid',
  ],
  ['a phase of failure', custom({ phase: 'Failed', message: 'broken' }), 'failed', 'Failed', 'broken'],
  ['a phase of progress', custom({ phase: 'Provisioning' }), 'progressing', 'Provisioning'],
  ['a phase that only its controller knows', custom({ phase: 'Cluster in healthy state' }), 'ready'],
]

const healthyCluster = {
  phase: 'Cluster in healthy state',
  image: 'postgresql:18',
  readyInstances: 1,
  conditions: [condition('Ready', 'True')],
}
const cluster = (status: object, spec: object = {}) =>
  of('postgresql.cnpg.io/v1', 'Cluster', {
    spec: { instances: 1, imageName: 'postgresql:18', ...spec },
    status,
  })
const mariadb = (status: object, spec: object = {}) =>
  of('k8s.mariadb.com/v1alpha1', 'MariaDB', { spec: { replicas: 1, ...spec }, status })

const databases: Case[] = [
  ['a Cluster that its operator has not seen', cluster({}), 'progressing', 'ClusterIsNotReady'],
  ['a healthy Cluster', cluster(healthyCluster), 'ready'],
  [
    'a Cluster in a phase of its own',
    cluster({ ...healthyCluster, phase: 'Setting up primary' }),
    'progressing',
    'ClusterIsNotReady',
  ],
  [
    'a Cluster that needs help',
    cluster({ phase: 'Cluster is unrecoverable and needs manual intervention' }),
    'failed',
    'ClusterFailed',
  ],
  [
    'a Cluster at its former image',
    cluster(healthyCluster, { imageName: 'postgresql:19' }),
    'progressing',
    'Upgrading',
  ],
  ['a Cluster with too few servers', cluster(healthyCluster, { instances: 3 }), 'progressing', 'Scaling'],
  ['a MariaDB that its operator has not seen', mariadb({}), 'progressing', 'NotReady'],
  ['a MariaDB that is ready', mariadb({ replicas: 1, conditions: [condition('Ready', 'True')] }), 'ready'],
  [
    'a MariaDB with too few servers',
    mariadb({ replicas: 1, conditions: [condition('Ready', 'True')] }, { replicas: 3 }),
    'progressing',
    'Scaling',
  ],
]

describe('healthOf kinds that are no workloads', () => {
  it.each([...rest, ...extensions, ...databases])('determines the health of %s', (...each) =>
    expectHealth(each),
  )
})
