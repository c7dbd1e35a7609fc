import { type WrittenManifests } from './written.ts'

/** Manifests of accounts, secrets and configuration. */
export const configuration: readonly WrittenManifests[] = [
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
      becomes: {
        because: {
          reason: 'Immutable',
          message: /cannot change roleRef.*revokes the permissions for a moment/,
        },
      },
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
      becomes: { because: { reason: 'Invalid', message: /dockerconfigjson/ } },
    },
  },
  {
    name: 'sealed',
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fixed}\nimmutable: true\ndata: {a: "1"}\n',
    becomes: { has: { 'configmaps/fixed': { immutable: true } } },
    edited: {
      text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fixed}\nimmutable: true\ndata: {a: "2"}\n',
      becomes: { because: { reason: 'Immutable', message: /immutable.*another name/ } },
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
]
