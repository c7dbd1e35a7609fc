import { configMapWith, type WrittenManifests } from './written.ts'

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

/** Manifests of definitions of kinds, with objects of them. */
export const definitions: readonly WrittenManifests[] = [
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
]
