import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { digestForClusters, digestManifests } from '../../../schema/manifests.ts'
import { reduceSchema, schemasOfDocument } from '../../../schema/kubernetes/custom-schemas.ts'

const spec = {
  type: 'object',
  required: ['replicas', 'filled'],
  properties: {
    replicas: { type: 'integer', minimum: 1, maximum: 9 },
    filled: { type: 'string', default: 'x' },
    size: { type: 'string', enum: ['small', 'large'] },
    name: { type: 'string', maxLength: 5, pattern: '^a' },
    port: { 'x-kubernetes-int-or-string': true },
    tags: { type: 'array', maxItems: 2, items: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'boolean' } },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    template: { $ref: '#/components/schemas/Unknown' },
    ratio: { type: 'number' },
    later: { type: 'invented' },
    maybe: { type: 'string', nullable: true },
  },
}
const schema = { type: 'object', required: ['spec', 'metadata'], properties: { spec } }

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'databases.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'Database', plural: 'databases' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
}

const resource = (fields: object, annotations = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Database',
  metadata: { name: 'main', annotations },
  spec: { replicas: 1, ...fields },
})

const text = (...manifests: object[]): string => manifests.map((each) => stringify(each)).join('---\n')

describe('a custom resource whose definition is in the same text', () => {
  it.each<[object, object | undefined]>([
    [{}, undefined],
    [{ replicas: 'three' }, { path: 'spec.replicas', message: 'must be an integer', value: '"three"' }],
    [{ replicas: '3' }, { path: 'spec.replicas', remedy: 'Remove the quotes.' }],
    [{ replicas: 10 }, { path: 'spec.replicas', message: 'must be at most 9', value: '10' }],
    [{ replicas: null }, { path: 'spec.replicas', message: 'is missing', remedy: 'Add replicas.' }],
    [{ replica: 3 }, { path: 'spec.replica', code: 'UNKNOWN_FIELD', remedy: 'Did you mean "replicas"?' }],
    [{ size: 'medium' }, { path: 'spec.size', value: '"medium"', remedy: 'Use one of small, large.' }],
    [{ name: 'abcdef' }, { path: 'spec.name', message: 'must have at most 5 characters' }],
    [{ name: 'b' }, undefined],
    [{ port: 'http' }, undefined],
    [{ port: true }, { path: 'spec.port', message: 'must be an integer or a string' }],
    [{ tags: ['a', 1] }, { path: 'spec.tags[1]', message: 'must be a string' }],
    [{ tags: ['a', 'b', 'c'] }, { path: 'spec.tags', code: 'TOO_MANY' }],
    [{ tags: 'a' }, { path: 'spec.tags', message: 'must be a list' }],
    [{ labels: { a: 'maybe' } }, { path: 'spec.labels.a', message: 'must be true or false' }],
    [{ labels: [] }, { path: 'spec.labels', message: 'must be a map' }],
    [{ free: { any: [1] }, template: { x: 1 }, later: 1, ratio: 0.5, maybe: null }, undefined],
  ])('with %j is checked', (fields, error) => {
    for (const order of [text(definition, resource(fields)), text(resource(fields), definition)]) {
      const { errors, resources } = digestManifests(order)
      expect(errors).toMatchObject(error === undefined ? [] : [error])
      expect(resources).toHaveLength(2)
    }
  })

  it('is not checked if it opts out, or in another version', () => {
    const optedOut = resource({ replicas: 'three' }, { 'qleet.io/validate': 'none' })
    const other = { ...resource({ replicas: 'three' }), apiVersion: 'example.com/v2' }
    expect(digestManifests(text(definition, optedOut)).errors).toEqual([])
    expect(digestManifests(text(definition, other)).errors).toEqual([])
    expect(digestManifests(text(resource({ replicas: 'three' }))).errors).toEqual([])
  })
})

describe('a custom resource whose kind clusters serve', () => {
  const document = {
    components: {
      schemas: {
        'com.example.v1.Database': {
          ...schema,
          'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Database' }],
        },
        Other: { type: 'object' },
        Odd: 'no schema',
      },
    },
  }

  it('is checked against the schema of their OpenAPI, and says which runtime has it', () => {
    const { Database, ...others } = schemasOfDocument(document, 'example.com/v1')
    expect(others).toEqual({})
    const known = { apiVersion: 'example.com/v1', kind: 'Database', runtime: 'space', schema: Database ?? {} }
    const { errors } = digestForClusters(text(resource({ replicas: 'three' })), [known])
    expect(errors).toMatchObject([
      {
        path: 'spec.replicas',
        value: '"three"',
        line: 7,
        remedy: 'Use a number without decimals, such as 3. Runtime "space" has this schema.',
      },
    ])
    // The definition in the text replaces that of the cluster.
    expect(digestForClusters(text(definition, resource({ replicas: 'three' })), [known]).errors).toEqual([])
  })

  it.each([undefined, 'text', {}, { components: [] }, { components: { schemas: { a: [] } } }])(
    'is not checked against %j',
    (unreadable) => {
      expect(schemasOfDocument(unreadable, 'example.com/v1')).toEqual({})
    },
  )

  it('is not checked against schemas that are too deep or too large', () => {
    const deep = Array.from({ length: 100 }).reduce<object>(
      (properties) => ({ type: 'object', properties: { a: properties } }),
      { type: 'string' },
    )
    expect(JSON.stringify(reduceSchema(deep))).not.toContain('string')
    const fields = Array.from({ length: 60_000 }, (_, index) => [`f${index}`, { type: 'string' }])
    expect(reduceSchema({ type: 'object', properties: Object.fromEntries(fields) as object })).toEqual({})
  })

  it('has a schema that stays the same when it is reduced again', () => {
    const reduced = reduceSchema(schema)
    expect(reduceSchema(reduced)).toEqual(reduced)
    expect(reduced.properties?.['spec']?.required).toEqual(['replicas'])
  })
})
