import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../../schema/kubernetes/check-manifest.ts'
import { kindTypes, typeLines } from '../../../schema/kubernetes/generated/manifest-types.ts'
import { fieldsOf } from '../../../schema/kubernetes/manifest-types.ts'
import { simpleTypes } from '../../../schema/kubernetes/simple-types.ts'
import { digestManifests, parseManifests } from '../../../schema/manifests.ts'

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: nginx:1.27
          env: [{name: PORT, value: "80"}]
          resources: {limits: {cpu: 500m, memory: 1Gi}}
          ports: [{containerPort: 80}]
`

function errorsOf(text: string): string[] {
  return digestManifests(text).errors.map(({ line, column, path, message, value, remedy }) =>
    [
      `${line}:${column} ${path} ${message}`,
      ...(value === undefined ? [] : [value]),
      ...(remedy ? [remedy] : []),
    ].join(' | '),
  )
}

const changed = (from: string, to: string): string => deployment.replace(from, to)

describe('a manifest of a built-in kind', () => {
  it('is accepted if it fits the schema', () => {
    expect(errorsOf(deployment)).toEqual([])
  })

  it.each([
    [
      'a port',
      'ports: [{containerPort: 80}]',
      'ports: [{containerPort: 80}, {containerPort: 80, protocol: UDP}, {containerPort: 80, protocol: TCP}]',
      '15:92 spec.template.spec.containers[0].ports[2].containerPort is already the containerPort and protocol of ports[0] | 80',
    ],
  ])('is refused if it declares %s twice, as server-side apply does', (_, from, to, error) => {
    const remedy =
      'Keep one of them: kubectl create accepts both and uses the last, but no server-side apply does.'
    expect(errorsOf(changed(from, to))).toEqual([`${error} | ${remedy}`])
  })

  it.each([
    [
      'an integer',
      'replicas: 2',
      'replicas: "three"',
      '5:13 spec.replicas must be an integer | "three" | Use a number without decimals, such as 3.',
    ],
    [
      'an integer in quotes',
      'replicas: 2',
      'replicas: "3"',
      '5:13 spec.replicas must be an integer | "3" | Remove the quotes.',
    ],
    [
      'a large integer',
      'replicas: 2',
      'replicas: 3000000000',
      '5:13 spec.replicas must be an integer of 32 bits | 3000000000',
    ],
    [
      'a misspelt field',
      'replicas: 2',
      'replcas: 2',
      '5:3 spec.replcas is not a field of DeploymentSpec | Did you mean "replicas"?',
    ],
    [
      'an empty selector',
      '{matchLabels: {app: web}}',
      '{}',
      '6:13 spec.selector must not be empty: it would select all pods | Add matchLabels with labels of the template.',
    ],
    [
      'a selector of other pods',
      '{matchLabels: {app: web}}',
      '{matchLabels: {app: shop}}',
      '6:33 spec.selector.matchLabels.app must be a label of the template | "shop" | Add it to spec.template.metadata.labels, or select another label.',
    ],
    [
      'a number for a string',
      'value: "80"',
      'value: 80',
      '13:37 spec.template.spec.containers[0].env[0].value must be a string | 80 | Put it in quotes.',
    ],
    [
      'a map for a list',
      '[{containerPort: 80}]',
      '{containerPort: 80}',
      '15:18 spec.template.spec.containers[0].ports must be a list',
    ],
    [
      'a missing field',
      '- name: web\n          image',
      '- image',
      '11:11 spec.template.spec.containers[0].name is missing | Add name.',
    ],
    [
      'a quantity',
      'cpu: 500m',
      'cpu: half',
      '14:37 spec.template.spec.containers[0].resources.limits.cpu must be a quantity | "half" | Examples are 500m, 2 and 1Gi.',
    ],
    [
      'a kind that the group does not have',
      'kind: Deployment',
      'kind: Deploymnt',
      '2:7 kind is not a kind of apps/v1 | "Deploymnt" | Did you mean "Deployment"?',
    ],
  ])('is refused for %s, with line and column', (_, from, to, error) => {
    expect(errorsOf(changed(from, to))).toEqual([error])
  })

  it('is refused for every error at once', () => {
    const text = changed('replicas: 2', 'replcas: 2').replace('value: "80"', 'value: 80')
    expect(errorsOf(text)).toHaveLength(2)
  })

  it('is refused for plain text in the data of a Secret, without its value', () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata:\n  password: hunter-2\n'
    expect(errorsOf(secret)).toEqual(['5:13 data.password must be base64 | For plain text, use stringData.'])
    const number = secret.replace('\ndata:', '\nstringData:').replace('hunter-2', '12345')
    expect(errorsOf(number)).toEqual(['5:13 stringData.password must be a string | Put it in quotes.'])
  })

  it.each([
    ['null for a field', changed('replicas: 2', 'replicas: null')],
    ['an integer as a quantity', changed('cpu: 500m', 'cpu: 2')],
    ['a percentage', `${deployment}  strategy: {rollingUpdate: {maxSurge: 25%, maxUnavailable: 1}}\n`],
    ['any status', `${deployment}status: {whatever: 1}\n`],
    [
      'a placeholder',
      'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {p: (secret 0123456789abcdef)}\n',
    ],
    [
      'a schema of a custom kind',
      'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\nspec: {group: b.c, scope: Namespaced, names: {plural: a, kind: A}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {x: {default: 1, items: {type: string}}}}}}]}\n',
    ],
    [
      'an opt-out',
      changed('{name: web}', '{name: web, annotations: {qleet.io/validate: none}}').replace(
        'replicas',
        'newField',
      ),
    ],
  ])('may have %s', (_, text) => {
    expect(errorsOf(text)).toEqual([])
  })
})

it.each(['example.com/v1', 'apps/v1beta1', 'apps/v9', 'metrics.k8s.io/v1', 'gateway.networking.k8s.io/v1'])(
  'a kind of %s, which Kubernetes does not define, is not checked',
  (apiVersion) => {
    expect(
      errorsOf(`apiVersion: ${apiVersion}\nkind: Deployment\nmetadata: {name: x}\nspec: {any: 1}\n`),
    ).toEqual([])
  },
)

it('only errors that are listed suggest a field', () => {
  const fields = Array.from({ length: 105 }, (_, index) => [`replicas${index}`, 1])
  const found = schemaErrors({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { selector: {}, template: {}, ...Object.fromEntries(fields) },
  })
  expect(found.slice(0, 100).every(({ remedy }) => remedy === 'Did you mean "replicas"?')).toBe(true)
  expect(found.slice(100).map(({ remedy }) => remedy)).toEqual(Array.from({ length: 5 }, () => undefined))
})

it('a stored manifest is parsed without the check', () => {
  const { manifests, errors } = parseManifests(changed('replicas: 2', 'replcas: 2'))
  expect({ count: manifests.length, errors }).toEqual({ count: 1, errors: [] })
})

it('every referenced type has fields or a check', () => {
  const names = typeLines.split('\n').map((line) => line.slice(0, line.indexOf(' ')))
  const types = [
    ...Object.values(kindTypes).flatMap((kinds) => Object.values(kinds)),
    ...names.flatMap((name) => [...(fieldsOf(name)?.values() ?? [])].map(({ type }) => type)),
  ]
  const unknown = types.filter((type) => {
    const inner = type.replace(/^(\[\]|\{\})+/, '')
    return inner !== 'any' && fieldsOf(inner) === undefined && simpleTypes[inner] === undefined
  })
  expect(unknown).toEqual([])
  expect(Object.values(kindTypes).flatMap((kinds) => Object.keys(kinds)).length).toBeGreaterThan(80)
})
