import { invalidValue, required, unsupported } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import {
  childOf,
  equal,
  isObject,
  listOf,
  objectOf,
  objectsOf,
  own,
  stringOf,
  stringsOf,
  type JsonObject,
} from '../json.ts'
import { nameProblems } from '../schema/names.ts'
import type { KubeObject } from '../storage/object.ts'
import { setDefaults, specOf } from './default-fields.ts'
import { immutableFields } from './immutable-fields.ts'
import type { Strategy } from './strategy.ts'

export const customResourceDefinition: Strategy = {
  generation: true,
  anyFinalizers: true,
  unconditionalUpdate: false,
  statusKeepsMetadata: false,
  defaults(object) {
    const spec = specOf(object)
    setDefaults(spec, { conversion: { strategy: 'None' } })
    const names = childOf(spec, 'names')
    const kind = stringOf(names['kind'])
    if (kind !== '') setDefaults(names, { singular: kind.toLowerCase(), listKind: `${kind}List` })
  },
  prepareCreate(object) {
    const stored = objectsOf(specOf(object)['versions']).filter((version) => version['storage'] === true)
    object['status'] = {
      acceptedNames: { kind: '', plural: '' },
      conditions: null,
      storedVersions: stored.map((version) => version['name'] ?? ''),
    }
  },
  prepareUpdate(object, old) {
    const status = { ...objectOf(old['status']) }
    const stored = objectsOf(specOf(object)['versions']).find((version) => version['storage'] === true)?.[
      'name'
    ]
    const known = Array.isArray(status['storedVersions']) ? status['storedVersions'] : []
    if (typeof stored === 'string' && !known.includes(stored)) status['storedVersions'] = [...known, stored]
    object['status'] = status
  },
  validate: definitionErrors,
  validateUpdate(object, old) {
    const isEstablished = objectsOf(objectOf(old['status'])['conditions']).some(
      (each) => each['type'] === 'Established' && each['status'] === 'True',
    )
    return isEstablished ? immutableFieldsOfDefinition(object, old) : []
  },
}

const immutableFieldsOfDefinition = immutableFields(
  'spec.group',
  'spec.scope',
  'spec.names.plural',
  'spec.names.kind',
)

function definitionErrors(object: KubeObject): FieldError[] {
  const spec = objectOf(object['spec'])
  const errors: FieldError[] = []
  const names = objectOf(spec['names'])
  const [group, plural] = [stringOf(spec['group']), stringOf(names['plural'])]
  // The name cannot change afterwards, so only a new object may have a wrong one.
  if (object.metadata.resourceVersion === undefined && object.metadata.name !== `${plural}.${group}`)
    errors.push(
      invalidValue('metadata.name', object.metadata.name, 'must be spec.names.plural+"."+spec.group'),
    )
  if (group === '') errors.push(required('spec.group'))
  else {
    errors.push(
      ...nameProblems(group, 'subdomain').map((detail) => invalidValue('spec.group', group, detail)),
    )
    if (!group.includes('.'))
      errors.push(invalidValue('spec.group', group, 'should be a domain with at least one dot'))
  }
  if (!['Cluster', 'Namespaced'].includes(stringOf(spec['scope'])))
    errors.push(
      stringOf(spec['scope']) === ''
        ? required('spec.scope')
        : unsupported('spec.scope', spec['scope'], ['Cluster', 'Namespaced']),
    )
  errors.push(...versionErrors(objectsOf(spec['versions'])))
  if (plural === '') errors.push(required('spec.names.plural'))
  if (stringOf(names['kind']) === '') errors.push(required('spec.names.kind'))
  return errors
}

function versionErrors(versions: readonly JsonObject[]): FieldError[] {
  const errors: FieldError[] = []
  const stored = versions.filter((version) => version['storage'] === true).length
  if (stored !== 1)
    errors.push(
      invalidValue('spec.versions', versions, 'must have exactly one version marked as storage version'),
    )
  if (stored === 0)
    errors.push(invalidValue('status.storedVersions', undefined, 'must have at least one stored version'))
  const names = new Set<string>()
  // The server merges equal schemas into one, and messages use its path.
  const schemas = versions.map((version) => objectOf(version['schema'])['openAPIV3Schema'])
  const isShared = schemas.every((schema) => equal(schema, schemas[0]))
  for (const [index, version] of versions.entries()) {
    const field = `spec.versions[${index}]`
    const name = stringOf(version['name'])
    errors.push(
      ...nameProblems(name, 'label1035').map((detail) => invalidValue(`${field}.name`, name, detail)),
    )
    if (names.has(name))
      errors.push(invalidValue('spec.versions', versions, 'must contain unique version names'))
    names.add(name)
    const schema = objectOf(version['schema'])['openAPIV3Schema']
    if (!isObject(schema)) errors.push(required(`${field}.schema.openAPIV3Schema`))
    else if (!isShared || index === 0)
      errors.push(
        ...structuralErrors(
          schema,
          isShared ? 'spec.validation.openAPIV3Schema' : `${field}.schema.openAPIV3Schema`,
          true,
        ),
      )
  }
  return errors
}

const schemaTypes = ['array', 'boolean', 'integer', 'number', 'object', 'string']

/** Checks a structural schema: each value has a type. */
function structuralErrors(schema: JsonObject, field: string, isRoot: boolean): FieldError[] {
  const errors: FieldError[] = []
  const type = stringOf(schema['type'])
  const isFree =
    schema['x-kubernetes-preserve-unknown-fields'] === true || schema['x-kubernetes-int-or-string'] === true
  if (isRoot && type !== 'object')
    errors.push(
      type === ''
        ? required(`${field}.type`, 'must not be empty at the root')
        : invalidValue(`${field}.type`, type, 'must be object at the root'),
    )
  else if (type === '' && !isFree)
    errors.push(required(`${field}.type`, 'must not be empty for specified object fields'))
  if (type !== '' && !schemaTypes.includes(type)) errors.push(unsupported(`${field}.type`, type, schemaTypes))
  for (const [name, property] of Object.entries(objectOf(schema['properties'])))
    if (isObject(property)) errors.push(...structuralErrors(property, `${field}.properties[${name}]`, false))
  if (schema['x-kubernetes-list-type'] === 'map') errors.push(...listKeyErrors(schema, field))
  if (isObject(schema['items'])) errors.push(...structuralErrors(schema['items'], `${field}.items`, false))
  if (isObject(schema['additionalProperties']))
    errors.push(...structuralErrors(schema['additionalProperties'], `${field}.additionalProperties`, false))
  return errors
}

/** Checks the keys of a map-like list, which must always be present. */
function listKeyErrors(schema: JsonObject, field: string): FieldError[] {
  const items = objectOf(schema['items'])
  const properties = objectOf(items['properties'])
  const keys = stringsOf(schema['x-kubernetes-list-map-keys'])
  if (keys.length === 0)
    return [
      required(`${field}.x-kubernetes-list-map-keys`, 'must not be empty if x-kubernetes-list-type is map'),
    ]
  return keys
    .filter(
      (key) =>
        objectOf(own(properties, key))['default'] === undefined &&
        !stringsOf(items['required']).includes(key),
    )
    .map((key) =>
      required(
        `${field}.items.properties[${key}].default`,
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      ),
    )
}

function defaultWebhook(webhook: JsonObject): void {
  setDefaults(webhook, {
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
  })
  for (const rule of objectsOf(webhook['rules'])) setDefaults(rule, { scope: '*' })
  const service = objectOf(webhook['clientConfig'])['service']
  if (isObject(service)) setDefaults(service, { port: 443 })
}

/** The strategy of admission policies and their bindings. */
export const admissionPolicy: Strategy = {
  generation: true,
  unconditionalUpdate: false,
  refuse: ({ kind }) =>
    `the simulated cluster evaluates no admission policies, so it refuses any ${kind}: use a webhook, or a real cluster`,
}

export const webhookConfiguration: Strategy = {
  generation: true,
  unconditionalUpdate: false,
  refuse: ({ kind, ...object }) =>
    objectsOf(object['webhooks']).some((webhook) => listOf(webhook['matchConditions']).length > 0)
      ? `the simulated cluster does not evaluate matchConditions of webhooks, so it refuses any ${kind} with them`
      : undefined,
  defaults(object) {
    for (const webhook of objectsOf(object['webhooks'])) {
      defaultWebhook(webhook)
      if (object['kind'] === 'MutatingWebhookConfiguration')
        setDefaults(webhook, { reinvocationPolicy: 'Never' })
    }
  },
  validate(object) {
    return objectsOf(object['webhooks']).flatMap((webhook, index) => {
      const field = `webhooks[${index}]`
      const errors: FieldError[] = []
      const name = stringOf(webhook['name'])
      if (name.split('.').length < 3)
        errors.push(
          invalidValue(
            `${field}.name`,
            name,
            'should be a domain with at least three segments separated by dots',
          ),
        )
      if (!Array.isArray(webhook['admissionReviewVersions']))
        errors.push(required(`${field}.admissionReviewVersions`, 'must specify one of v1, v1beta1'))
      if (!['None', 'NoneOnDryRun'].includes(stringOf(webhook['sideEffects'])))
        errors.push(
          webhook['sideEffects'] === undefined
            ? required(`${field}.sideEffects`, 'must specify one of None, NoneOnDryRun')
            : unsupported(`${field}.sideEffects`, webhook['sideEffects'], ['None', 'NoneOnDryRun']),
        )
      const { url, service } = objectOf(webhook['clientConfig'])
      if ((url === undefined) === (service === undefined))
        errors.push(required(`${field}.clientConfig`, 'exactly one of url or service is required'))
      return errors
    })
  },
}

export const apiService: Strategy = {
  anyFinalizers: true,
  validate(object) {
    const { version, group } = objectOf(object['spec'])
    const name = `${stringOf(version)}.${stringOf(group)}`
    if (object.metadata.name === name) return []
    const detail = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(name)}`
    return [invalidValue('metadata.name', object.metadata.name, detail)]
  },
  unconditionalUpdate: false,
  defaults(object) {
    const service = specOf(object)['service']
    if (isObject(service)) setDefaults(service, { port: 443 })
  },
}
