import { deployment, web } from './deployment.ts'
import { configMapWith, podSpec, type WrittenManifests } from './written.ts'

/** Manifests of objects outside a namespace, or of namespaces. */
export const clusterWide: readonly WrittenManifests[] = [
  {
    name: 'two-namespaces',
    text: `apiVersion: v1
kind: Namespace
metadata: {name: corpus-written-extra, labels: {team: a}}
---
${configMapWith('there', '1').replace('{name: there}', '{name: there, namespace: corpus-written-extra}')}---
${configMapWith('here', '1')}`,
    becomes: {
      has: { '/api/v1/namespaces/corpus-written-extra/configmaps/there': {}, 'configmaps/here': {} },
    },
    edited: {
      text: configMapWith('here', '2'),
      becomes: {
        has: { '/api/v1/namespaces/corpus-written-extra': null, 'configmaps/here': { data: { value: '2' } } },
      },
    },
  },
  {
    name: 'webhooks',
    text: ['Validating', 'Mutating']
      .map(
        (kind) => `apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}WebhookConfiguration
metadata: {name: corpus-written}
webhooks:
  - name: check.example.com
    clientConfig: {service: {name: nobody, namespace: default, path: /check}}
    rules: [{apiGroups: [apps], apiVersions: ["*"], operations: [CREATE], resources: ["deployments/*"]}]
    namespaceSelector: {matchLabels: {no: where}}
    failurePolicy: Ignore
    admissionReviewVersions: [v1]
    sideEffects: None
`,
      )
      .join('---\n'),
    becomes: {
      has: { '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/corpus-written': {} },
    },
    edited: {
      text: configMapWith('a', '1'),
      becomes: {
        has: { '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/corpus-written': null },
      },
    },
  },
  {
    name: 'priorities',
    text: `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: corpus-written}
value: 1000
---
${deployment('', `${podSpec}, priorityClassName: corpus-written`)}`,
    becomes: {
      has: { [web]: {}, '/apis/scheduling.k8s.io/v1/priorityclasses/corpus-written': { value: 1000 } },
    },
    edited: {
      text: `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: corpus-written}
value: 2000
---
${deployment('', `${podSpec}, priorityClassName: corpus-written`)}`,
      becomes: { because: { reason: 'Immutable', message: /may not be changed in an update/ } },
    },
  },
  {
    name: 'limits',
    text: `apiVersion: v1
kind: LimitRange
metadata: {name: range}
spec: {limits: [{type: Container, default: {cpu: 0.5}, defaultRequest: {cpu: 100m}}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota}
spec: {hard: {pods: 10, requests.cpu: "2", count/deployments.apps: 3}}
---
${deployment('replicas: 1')}`,
    becomes: { has: { 'resourcequotas/quota': { spec: { hard: { 'requests.cpu': '2' } } } } },
    edited: {
      text: deployment('replicas: 1'),
      becomes: { has: { [web]: {}, 'resourcequotas/quota': null, 'limitranges/range': null } },
    },
  },
  {
    name: 'small-kinds',
    text: `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: {name: lease}
spec: {holderIdentity: me, acquireTime: "2026-01-01T00:00:00.000000Z"}
---
apiVersion: v1
kind: PodTemplate
metadata: {name: template}
template: {spec: {${podSpec}}}
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: corpus-written}
handler: runc
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: corpus-written}
spec: {controller: example.com/nobody}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: corpus-written}
provisioner: example.com/nobody
volumeBindingMode: WaitForFirstConsumer
`,
    becomes: { has: { 'coordination.k8s.io/v1/leases/lease': {}, 'podtemplates/template': {} } },
    edited: {
      text: `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: corpus-written}
provisioner: example.com/somebody
volumeBindingMode: WaitForFirstConsumer
`,
      becomes: { because: { reason: 'Immutable', message: /affects new volumes only/ } },
    },
  },
]
