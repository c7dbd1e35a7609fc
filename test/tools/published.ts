import { createHash } from 'node:crypto'

/** Files as Kubernetes publishes them, of an invented API group `toys` in two versions; as small as possible. */
export const published: Readonly<Record<string, string>> = {
  'staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/generated.proto': `
package k8s.io.apimachinery.pkg.apis.meta.v1;

// Not a message {
message ObjectMeta {
  optional string name = 1;

  // Three is what it was before.
  map<string, string> labels = 4;
}
`,
  'staging/src/k8s.io/api/toys/v1/generated.proto': `
package k8s.io.api.toys.v1;

message Shape {
  optional int32 corners = 1;
  repeated string colours = 2;
}

message ToyPart {
  optional string id = 1;
  optional .k8s.io.apimachinery.pkg.api.resource.Quantity weight = 2;
}

message Toy {
  optional .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta metadata = 1;
  optional Shape shape = 2;
  repeated ToyPart Parts = 5;
  optional string removed = 6;
}
`,
  'staging/src/k8s.io/api/toys/v2/generated.proto': 'package k8s.io.api.toys.v2;\n',
  'api/discovery/apis__toys.example.io__v1.json': discovery('v1', [
    {
      name: 'toys',
      singularName: 'toy',
      namespaced: true,
      kind: 'Toy',
      verbs: ['get', 'list'],
      shortNames: ['ty'],
      categories: ['all'],
      storageVersionHash: hash('toys.example.io/v2/Toy'),
    },
    { name: 'toys/play', singularName: '', namespaced: true, kind: 'ToyPlayOptions', verbs: ['create'] },
    { name: 'toys/status', singularName: '', namespaced: true, kind: 'Toy', verbs: ['patch'] },
  ]),
  'api/discovery/apis__toys.example.io__v2.json': discovery('v2', []),
  'api/openapi-spec/v3/apis__toys.example.io__v1_openapi.json': openapi({
    'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': {
      properties: {
        name: { type: 'string' },
        labels: { type: 'object', additionalProperties: { type: 'string', default: '' } },
      },
    },
    'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: 'string' },
    'io.k8s.api.toys.v1.Toy': {
      'x-kubernetes-group-version-kind': [{ group: 'toys.example.io', version: 'v1', kind: 'Toy' }],
      required: ['colours'],
      properties: {
        metadata: { allOf: [reference('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta')], default: {} },
        corners: { type: 'integer', default: 4 },
        colours: { type: 'array', items: { type: 'string', default: '' }, 'x-kubernetes-list-type': 'set' },
        parts: {
          type: 'array',
          items: { allOf: [reference('io.k8s.api.toys.v1.ToyPart')], default: {} },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['id'],
          'x-kubernetes-patch-strategy': 'merge,retainKeys',
          'x-kubernetes-patch-merge-key': 'id',
        },
      },
    },
    'io.k8s.api.toys.v1.ToyPart': {
      'x-kubernetes-map-type': 'atomic',
      required: ['id'],
      properties: {
        id: { type: 'string', default: '' },
        note: { type: 'string', default: '' },
        weight: reference('io.k8s.apimachinery.pkg.api.resource.Quantity'),
      },
    },
    'io.k8s.api.toys.v1.NobodyHasOne': { properties: { a: { type: 'string', default: 'b' } } },
  }),
  'api/openapi-spec/v3/apis__toys.example.io__v2_openapi.json': openapi({}),
}

function reference(schema: string) {
  return { $ref: `#/components/schemas/${schema}` }
}

function openapi(schemas: object): string {
  return JSON.stringify({ components: { schemas } })
}

function discovery(version: string, resources: readonly object[]): string {
  return JSON.stringify({ groupVersion: `toys.example.io/${version}`, resources })
}

/** Returns the hash of a storage version as discovery computes it. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64')
}
