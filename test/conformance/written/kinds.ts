import { configMapWith, podSpec, type WrittenManifests } from './written.ts'

/* Kinds, and what goes wrong with them. */

const template = (app: string, spec = podSpec): string =>
  `selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}, creationTimestamp: null}
    spec:${spec.startsWith('\n') ? spec : ` {${spec}}`}`

const deployment = (more: string, spec?: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, creationTimestamp: null}
spec:
  strategy: {}
  ${template('web', spec)}
  ${more}
status: {}
`

const web = 'apps/v1/deployments/web'

/** Refused by the cluster, then mended. */
function refused(
  name: string,
  [wrong, right]: readonly [string, string],
  { says, reason = 'Invalid', has }: { says: RegExp; reason?: string; has: Readonly<Record<string, object>> },
): WrittenManifests {
  return {
    name,
    text: wrong,
    becomes: { because: { reason, says } },
    edited: { text: right, becomes: { has } },
  }
}

const job = (image: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec:
  backoffLimit: 0
  ttlSecondsAfterFinished: 3600
  template: {spec: {restartPolicy: Never, containers: [{name: app, image: "example.com/job:${image}"}]}}
`

const crd = (fields: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.written.corpus.example.com}
spec:
  group: written.corpus.example.com
  scope: Namespaced
  names: {kind: Gadget, plural: gadgets}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {${fields}}}}}}
`

const versions = (storage: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: parts.written.corpus.example.com}
spec:
  group: written.corpus.example.com
  scope: Namespaced
  names: {kind: Part, plural: parts, listKind: PartList, singular: part}
  conversion: {strategy: None}
  versions:
${['v1alpha1', 'v1']
  .map(
    (name) =>
      `    - {name: ${name}, served: true, storage: ${name === storage}, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}`,
  )
  .join('\n')}
`

export const writtenKinds: readonly WrittenManifests[] = [
  {
    name: 'as-kubectl-writes',
    text: deployment('replicas: 1', `${podSpec}, nodeSelector: null, imagePullSecrets: null, volumes: []`),
    becomes: { has: { [web]: { spec: { replicas: 1 } } } },
    edited: { text: deployment('replicas: 2'), becomes: { has: { [web]: { spec: { replicas: 2 } } } } },
  },
  {
    name: 'rich-pods',
    text: deployment(
      'minReadySeconds: 0\n  progressDeadlineSeconds: 300\n  revisionHistoryLimit: 2',
      `
      initContainers:
        - {name: init, image: "registry.k8s.io/pause:3.10", command: ["true"]}
        - {name: side, image: "registry.k8s.io/pause:3.10", restartPolicy: Always}
      containers:
        - name: app
          image: registry.k8s.io/pause:3.10
          args: ["--port=80", "-v"]
          env:
            - {name: PLAIN, value: "8080"}
            - {name: EMPTY}
            - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
            - {name: CPU, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}
            - {name: SETTING, valueFrom: {configMapKeyRef: {name: settings, key: value, optional: true}}}
          envFrom: [{configMapRef: {name: settings}}]
          ports: [{containerPort: 53, name: dns, protocol: UDP}, {containerPort: 53, name: dns-tcp}]
          resources: {requests: {cpu: 0.1, memory: 1e6}, limits: {cpu: 1, memory: 0.5Gi}}
          readinessProbe: {tcpSocket: {port: dns-tcp}}
          livenessProbe: {httpGet: {path: /, port: 80, scheme: HTTP}}
          lifecycle: {preStop: {sleep: {seconds: 1}}}
          securityContext: {runAsNonRoot: false, capabilities: {drop: [ALL]}, seccompProfile: {type: RuntimeDefault}}
          volumeMounts:
            - {name: all, mountPath: /all, readOnly: yes}
            - {name: tmp, mountPath: /tmp}
      securityContext: {fsGroup: 0777, sysctls: []}
      topologySpreadConstraints:
        - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: web}}}
      affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}}]}}
      tolerations: [{operator: Exists, effect: NoSchedule}]
      volumes:
        - {name: tmp, emptyDir: {sizeLimit: 10Mi}}
        - {name: all, projected: {defaultMode: 0440, sources: [{configMap: {name: settings}}, {downwardAPI: {items: [{path: l, fieldRef: {fieldPath: metadata.labels}}]}}]}}
    `,
    ).concat(`---\n${configMapWith('settings', 'a')}`),
    becomes: {
      has: {
        [web]: {
          spec: {
            template: {
              spec: { securityContext: { fsGroup: 511 }, volumes: [{}, { projected: { defaultMode: 288 } }] },
            },
          },
        },
      },
    },
    edited: { text: deployment('replicas: 1'), becomes: { has: { [web]: {}, 'configmaps/settings': null } } },
  },
  {
    name: 'scaled-by-percent',
    text: deployment('replicas: 2\n  strategy: {rollingUpdate: {maxSurge: 25%, maxUnavailable: 0}}').replace(
      '  strategy: {}\n',
      '',
    ),
    becomes: {
      has: { [web]: { spec: { strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } } } } },
    },
    edited: {
      text: deployment('strategy: {type: Recreate}').replace('  strategy: {}\n', ''),
      becomes: { has: { [web]: { spec: { strategy: { type: 'Recreate' } } } } },
    },
  },
  {
    name: 'autoscaled',
    text: `${deployment('')}---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 2, maxReplicas: 3}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {maxUnavailable: 50%, selector: {matchLabels: {app: web}}}
`,
    becomes: { has: { [web]: { spec: { replicas: 2 } }, 'policy/v1/poddisruptionbudgets/web': {} } },
    edited: {
      text: deployment('replicas: 1'),
      becomes: {
        has: { [web]: { spec: { replicas: 1 } }, 'autoscaling/v2/horizontalpodautoscalers/web': null },
      },
    },
  },
  {
    name: 'daemon-nowhere',
    text: `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  ${template('agent', `${podSpec}, nodeSelector: {no: where}`)}\n`,
    becomes: { has: { 'apps/v1/daemonsets/agent': {} } },
    edited: {
      text: `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  updateStrategy: {type: OnDelete}\n  ${template('agent', `${podSpec}, nodeSelector: {no: where}`)}\n`,
      becomes: { has: { 'apps/v1/daemonsets/agent': { spec: { updateStrategy: { type: 'OnDelete' } } } } },
    },
  },
  {
    name: 'bare-pod',
    text: `apiVersion: v1\nkind: Pod\nmetadata: {name: one}\nspec: {${podSpec}}\n`,
    becomes: { has: { 'pods/one': { status: { phase: 'Running' } } } },
    edited: {
      text: `apiVersion: v1\nkind: Pod\nmetadata: {name: one}\nspec: {${podSpec.replace('3.10', '3.9')}}\n`,
      becomes: { has: { 'pods/one': { spec: { containers: [{ image: 'registry.k8s.io/pause:3.9' }] } } } },
    },
  },
  {
    name: 'bare-replica-set',
    text: `apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: rs}\nspec:\n  replicas: 2\n  ${template('rs')}\n`,
    becomes: { has: { 'apps/v1/replicasets/rs': { status: { readyReplicas: 2 } } } },
    edited: {
      text: `apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: rs}\nspec:\n  replicas: 0\n  ${template('rs')}\n`,
      becomes: { has: { 'apps/v1/replicasets/rs': { spec: { replicas: 0 } } } },
    },
  },
  {
    name: 'job-again',
    text: job('1'),
    becomes: { has: { 'batch/v1/jobs/once': { status: { succeeded: 1 } } } },
    edited: {
      text: job('2'),
      becomes: { because: { reason: 'Immutable', says: /runs it once more.*give the new run another name/ } },
    },
  },
  refused('job-without-policy', [job('1').replace('restartPolicy: Never, ', ''), job('1')], {
    says: /restartPolicy/,
    has: { 'batch/v1/jobs/once': {} },
  }),
  refused(
    'cron-schedule',
    ['61 * * * *', '@hourly'].map(
      (schedule) => `apiVersion: batch/v1
kind: CronJob
metadata: {name: tick}
spec:
  schedule: "${schedule}"
  timeZone: Etc/UTC
  jobTemplate: {spec: {template: {spec: {restartPolicy: OnFailure, ${podSpec}}}}}
`,
    ) as [string, string],
    { says: /spec\.schedule/, has: { 'batch/v1/cronjobs/tick': { spec: { schedule: '@hourly' } } } },
  ),
  {
    name: 'stateful-claims',
    needsStorage: true,
    text: `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  replicas: 1
  ${template('db')}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`,
    becomes: { has: { 'persistentvolumeclaims/data-db-0': { status: { phase: 'Bound' } } } },
    edited: {
      text: `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  replicas: 1
  ${template('db')}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 2Gi}}}
`,
      becomes: { because: { reason: 'Immutable', says: /leaves the claims that it has made as they are/ } },
    },
  },
  {
    name: 'services',
    text: `apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{name: http, port: 80, targetPort: http}, {name: metrics, port: 9090, targetPort: 9090}]
---
apiVersion: v1
kind: Service
metadata: {name: elsewhere}
spec: {type: ExternalName, externalName: example.com}
---
apiVersion: v1
kind: Service
metadata: {name: headless}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
`,
    becomes: { has: { 'services/headless': { spec: { clusterIPs: ['None'] } } } },
    edited: {
      text: `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{name: http, port: 81}]}
---
apiVersion: v1
kind: Service
metadata: {name: elsewhere}
spec: {selector: {app: web}, ports: [{port: 80}]}
`,
      becomes: {
        has: {
          'services/web': { spec: { ports: [{ port: 81, targetPort: 81 }] } },
          'services/elsewhere': { spec: { type: 'ClusterIP' } },
          'services/headless': null,
        },
      },
    },
  },
  refused(
    'unnamed-ports',
    [
      'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}, {port: 81}]}\n',
      'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80, name: a}, {port: 81, name: b}]}\n',
    ],
    { says: /spec\.ports\[0\]\.name.*Required/, has: { 'services/web': {} } },
  ),
  {
    name: 'fixed-address',
    text: 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n',
    becomes: { has: { 'services/web': {} } },
    edited: {
      text: 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {clusterIP: None, ports: [{port: 80}]}\n',
      becomes: { because: { reason: 'Immutable', says: /may not change once set.*leave out clusterIP/ } },
    },
  },
  refused(
    'ingress-path-type',
    ['', 'pathType: Prefix, '].map(
      (type) => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, annotations: {nginx.ingress.kubernetes.io/rewrite-target: "/$2"}}
spec:
  tls: [{hosts: [web.example.com]}]
  rules:
    - host: "*.example.com"
      http: {paths: [{path: /, ${type}backend: {service: {name: web, port: {number: 80}}}}]}
`,
    ) as [string, string],
    { says: /pathType.*Required/, has: { 'networking.k8s.io/v1/ingresses/web': {} } },
  ),
  {
    name: 'network-policies',
    text: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: deny}
spec: {podSelector: {}, policyTypes: [Ingress, Egress]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: some}
spec:
  podSelector: {matchExpressions: [{key: app, operator: In, values: [a, b]}]}
  ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/8, except: [10.1.0.0/16]}}], ports: [{port: 80, endPort: 90}]}]
`,
    becomes: { has: { 'networking.k8s.io/v1/networkpolicies/some': { spec: { policyTypes: ['Ingress'] } } } },
    edited: {
      text: 'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: some}\nspec: {podSelector: {}, ingress: []}\n',
      becomes: { has: { 'networking.k8s.io/v1/networkpolicies/deny': null } },
    },
  },
  {
    name: 'roles',
    text: `apiVersion: v1
kind: ServiceAccount
metadata: {name: robot}
automountServiceAccountToken: no
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules: [{apiGroups: [""], resources: [pods, pods/log], verbs: [get, list], resourceNames: [one]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: ServiceAccount, name: robot}, {kind: User, name: somebody, apiGroup: rbac.authorization.k8s.io}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: corpus-written-metrics, labels: {aggregate: corpus}}
rules: [{nonResourceURLs: [/metrics], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: corpus-written-all}
aggregationRule: {clusterRoleSelectors: [{matchLabels: {aggregate: corpus}}]}
rules: []
`,
    becomes: {
      has: {
        '/apis/rbac.authorization.k8s.io/v1/clusterroles/corpus-written-all': {
          rules: [{ nonResourceURLs: ['/metrics'] }],
        },
        'serviceaccounts/robot': { automountServiceAccountToken: false },
      },
    },
    edited: {
      text: `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: []
`,
      becomes: { because: { reason: 'Immutable', says: /cannot change roleRef.*takes the rights away/ } },
    },
  },
  {
    name: 'token-secret',
    text: `apiVersion: v1
kind: ServiceAccount
metadata: {name: robot}
---
apiVersion: v1
kind: Secret
metadata: {name: robot-token, annotations: {kubernetes.io/service-account.name: robot}}
type: kubernetes.io/service-account-token
`,
    becomes: { has: { 'secrets/robot-token': { type: 'kubernetes.io/service-account-token' } } },
    edited: {
      text: 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: robot, labels: {a: b}}\n',
      becomes: {
        has: { 'serviceaccounts/robot': { metadata: { labels: { a: 'b' } } }, 'secrets/robot-token': null },
      },
    },
  },
  {
    name: 'secrets',
    text: `apiVersion: v1
kind: Secret
metadata: {name: wrapped}
data:
  long: |
    YWJj
    ZGVm
stringData:
  key: |-
    -----BEGIN
    x
    -----END
---
apiVersion: v1
kind: Secret
metadata: {name: registry}
type: kubernetes.io/dockerconfigjson
stringData: {.dockerconfigjson: '{"auths":{"example.com":{"auth":"YTpi"}}}'}
`,
    becomes: { has: { 'secrets/wrapped': { data: { long: 'YWJjZGVm' } }, 'secrets/registry': {} } },
    edited: {
      text: "apiVersion: v1\nkind: Secret\nmetadata: {name: registry}\ntype: kubernetes.io/dockerconfigjson\nstringData: {.dockerconfigjson: 'not json'}\n",
      becomes: { because: { reason: 'Invalid', says: /dockerconfigjson/ } },
    },
  },
  {
    name: 'sealed',
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fixed}\nimmutable: true\ndata: {a: "1"}\n',
    becomes: { has: { 'configmaps/fixed': { immutable: true } } },
    edited: {
      text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fixed}\nimmutable: true\ndata: {a: "2"}\n',
      becomes: { because: { reason: 'Immutable', says: /immutable.*another name/ } },
    },
  },
  {
    name: 'binary',
    text: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bytes}\nbinaryData: {big: ${'AAEC/w=='.replace('==', 'AA').repeat(40_000)}}\n`,
    becomes: { has: { 'configmaps/bytes': {} } },
    edited: {
      text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bytes}\nbinaryData: {small: AAEC/w==}\ndata: {text: a}\n',
      becomes: { has: { 'configmaps/bytes': { binaryData: { small: 'AAEC/w==' }, data: { text: 'a' } } } },
    },
  },
  refused(
    'too-big',
    [configMapWith('big', 'x'.repeat(1_100_000)), configMapWith('big', 'x'.repeat(700_000))],
    {
      says: /1048576 bytes/,
      has: { 'configmaps/big': {} },
    },
  ),
  refused(
    'long-annotation',
    [300_000, 200_000].map(
      (length) =>
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {note: ${'x'.repeat(length)}}}\n`,
    ) as [string, string],
    { says: /262144 bytes/, has: { 'configmaps/a': {} } },
  ),
  refused(
    'key-of-a-value',
    ['with space', 'without'].map(
      (key) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {"${key}": b}\n`,
    ) as [string, string],
    {
      says: /data\[with space\]/,
      has: { 'configmaps/a': {} },
    },
  ),
  refused('capitals', [configMapWith('Settings', 'a'), configMapWith('settings', 'a')], {
    says: /RFC 1123/,
    has: { 'configmaps/settings': {} },
  }),
  refused('typing-error', [deployment('replica: 2'), deployment('replicas: 2')], {
    reason: 'Refused',
    says: /replica/,
    has: { [web]: { spec: { replicas: 2 } } },
  }),
  refused('number-in-quotes', [deployment('replicas: "2"'), deployment('replicas: 2')], {
    reason: 'Refused',
    says: /replicas/,
    has: { [web]: { spec: { replicas: 2 } } },
  }),
  refused(
    'number-without-quotes',
    [8080, '"8080"'].map((value) =>
      deployment(
        '',
        `containers: [{name: app, image: "registry.k8s.io/pause:3.10", env: [{name: PORT, value: ${value}}]}]`,
      ),
    ) as [string, string],
    { reason: 'Refused', says: /value/, has: { [web]: {} } },
  ),
  refused(
    'true-without-quotes',
    ['true', '"true"'].map(
      (value) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {flag: ${value}}\n`,
    ) as [string, string],
    { reason: 'Refused', says: /flag/, has: { 'configmaps/a': { data: { flag: 'true' } } } },
  ),
  refused('selector-astray', [deployment('').replace('{app: web}', '{app: other}'), deployment('')], {
    says: /selector/,
    has: { [web]: {} },
  }),
  refused(
    'lower-case-kind',
    ['apiVersion: v1\nkind: configmap\nmetadata: {name: a}\n', configMapWith('a', '1')],
    {
      reason: 'UnknownKind',
      says: /configmap/,
      has: { 'configmaps/a': {} },
    },
  ),
  refused(
    'kind-of-old',
    ['apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: a}\n', configMapWith('a', '1')],
    { reason: 'UnknownKind', says: /extensions\/v1beta1/, has: { 'configmaps/a': {} } },
  ),
  refused(
    'namespace-away',
    [
      configMapWith('a', '1').replace('{name: a}', '{name: a, namespace: corpus-is-not-there}'),
      configMapWith('a', '1'),
    ],
    { reason: 'NotFound', says: /is-not-there/, has: { 'configmaps/a': {} } },
  ),
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
    name: 'kind-after-its-object',
    text: `apiVersion: written.corpus.example.com/v1\nkind: Gadget\nmetadata: {name: one}\nspec: {size: 1}\n---\n${crd('size: {type: integer}')}`,
    becomes: {
      has: { '/apis/written.corpus.example.com/v1/namespaces/NAMESPACE/gadgets/one': { spec: { size: 1 } } },
    },
    edited: {
      text: `apiVersion: written.corpus.example.com/v1\nkind: Gadget\nmetadata: {name: one}\nspec: {size: 2, colour: red}\n---\n${crd('size: {type: integer}, colour: {type: string, enum: [red]}')}`,
      becomes: {
        has: {
          '/apis/written.corpus.example.com/v1/namespaces/NAMESPACE/gadgets/one': {
            spec: { size: 2, colour: 'red' },
          },
        },
      },
    },
  },
  {
    name: 'kind-in-two-versions',
    text: `${versions('v1alpha1')}---\napiVersion: written.corpus.example.com/v1alpha1\nkind: Part\nmetadata: {name: one}\nanything: [1]\n`,
    becomes: {
      has: { '/apis/written.corpus.example.com/v1/namespaces/NAMESPACE/parts/one': { anything: [1] } },
    },
    edited: {
      text: `${versions('v1')}---\napiVersion: written.corpus.example.com/v1\nkind: Part\nmetadata: {name: one}\nanything: [2]\n`,
      becomes: {
        has: {
          '/apis/written.corpus.example.com/v1alpha1/namespaces/NAMESPACE/parts/one': { anything: [2] },
        },
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
      becomes: { because: { reason: 'Immutable', says: /may not be changed in an update/ } },
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
    name: 'routes',
    text: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: httproutes.gateway.corpus.example.com
spec:
  group: gateway.corpus.example.com
  scope: Namespaced
  names: {kind: HTTPRoute, plural: httproutes, categories: [gateway-api]}
  versions:
    - name: v1
      served: true
      storage: true
      additionalPrinterColumns: [{jsonPath: .spec.hostnames, name: Hostnames, type: string}]
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              properties:
                hostnames: {type: array, maxItems: 16, items: {type: string, minLength: 1}}
                rules:
                  type: array
                  default: [{matches: [{path: {type: PathPrefix, value: /}}]}]
                  items: {type: object, x-kubernetes-preserve-unknown-fields: true}
---
apiVersion: gateway.corpus.example.com/v1
kind: HTTPRoute
metadata: {name: web}
spec: {hostnames: [web.example.com]}
`,
    becomes: {
      has: {
        '/apis/gateway.corpus.example.com/v1/namespaces/NAMESPACE/httproutes/web': {
          spec: { rules: [{ matches: [{ path: { value: '/' } }] }] },
        },
      },
    },
    edited: { text: configMapWith('a', '1'), becomes: { has: { 'configmaps/a': {} } } },
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
      becomes: { because: { reason: 'Immutable', says: /changes new volumes only/ } },
    },
  },
]
