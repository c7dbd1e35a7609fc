import { refused, refusedAtSubmit, type WrittenManifests } from './written.ts'

/** Manifests of services, and of access to them. */
export const services: readonly WrittenManifests[] = [
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
    { message: /spec\.ports\[0\]\.name.*Required/, has: { 'services/web': {} } },
  ),
  {
    name: 'fixed-address',
    text: 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n',
    becomes: { has: { 'services/web': {} } },
    edited: {
      text: 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {clusterIP: None, ports: [{port: 80}]}\n',
      becomes: { because: { reason: 'Immutable', message: /may not change once set.*leave out clusterIP/ } },
    },
  },
  refusedAtSubmit(
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
    { message: /pathType .*is missing\. Add pathType/, has: { 'networking.k8s.io/v1/ingresses/web': {} } },
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
]
