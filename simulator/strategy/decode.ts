import { badRequest, invalid } from '../errors/status-error.ts'
import { isObject, objectOf, stringOf, type JsonObject } from '../json.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import { pruneCustom } from '../schema/custom.ts'
import { modelType } from '../schema/models.ts'
import { DecodeError, emptyOf, normalise } from '../schema/normalise.ts'
import { asObject, type KubeObject } from '../storage/object.ts'
import type { WriteOptions } from '../target.ts'
import { strategyOf } from './strategies.ts'

/**
 * Decodes a request's body to an object of the resource as it would be stored, with defaults.
 * Thrown BadRequest: for a wrong kind, wrong types, and under strict validation unknown fields.
 */
export function decode(
  resource: Resource,
  body: JsonObject,
  options: Pick<WriteOptions, 'fieldValidation' | 'warnings'>,
): KubeObject {
  const apiVersion = apiVersionOf(resource)
  checkKind(resource, body)
  const named: JsonObject = { ...body, apiVersion, kind: resource.kind, metadata: body['metadata'] ?? {} }
  const { value, unknown } = tryDecode(resource, named)
  const problems = unknown.map((field) => `unknown field ${JSON.stringify(field)}`)
  if (problems.length > 0 && options.fieldValidation === 'Strict')
    throw badRequest(
      `${resource.kind} in version ${JSON.stringify(resource.version)} cannot be handled as a ${resource.kind}: strict decoding error: ${problems.join(', ')}`,
    )
  if (options.fieldValidation === 'Warn') for (const problem of problems) options.warnings.add(problem)
  strategyOf(resource).defaults?.(value)
  return asObject(value)
}

/** Returns the object that stands for an absent one in comparisons of fields. */
export function blankObject(resource: Resource): JsonObject {
  const identity = { apiVersion: apiVersionOf(resource), kind: resource.kind }
  return resource.custom === undefined ? { ...emptyOf(resource.type()), ...identity } : identity
}

function checkKind(resource: Resource, body: JsonObject): void {
  const { kind, version } = resource
  const given = body['kind']
  const givenVersion = body['apiVersion']
  if (
    (given === kind || (given === undefined && resource.custom === undefined)) &&
    (givenVersion === undefined || givenVersion === apiVersionOf(resource))
  )
    return
  if (resource.custom !== undefined && given !== undefined && given !== kind)
    throw invalid(
      { group: resource.group, kind: String(given) },
      stringOf(objectOf(body['metadata'])['name']),
      [{ type: 'invalid', field: 'kind', value: given, detail: `must be ${kind}` }],
    )
  if (resource.custom !== undefined && given === undefined) {
    const text = JSON.stringify(body)
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): Object 'Kind' is missing in '${text}' (${text})`,
    )
  }
  if (resource.custom !== undefined)
    throw badRequest(
      `the API version in the data (${String(givenVersion)}) does not match the expected API version (${apiVersionOf(resource)})`,
    )
  if (given === kind || given === undefined)
    throw badRequest(
      `${kind} in version ${JSON.stringify(String(givenVersion).split('/').at(-1))} cannot be handled as a ${kind}: no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(givenVersion)} in scheme "pkg/runtime/scheme.go:111"`,
    )
  throw badRequest(
    `${String(given)} in version ${JSON.stringify(String(givenVersion).split('/').at(-1) ?? version)} cannot be handled as a ${kind}: converting (v1.${String(given)}) to (${internalName(resource)}.${kind}): unknown conversion`,
  )
}

function internalName({ group }: Resource): string {
  return group === '' ? 'core' : (group.split('.')[0] ?? group)
}

function tryDecode(resource: Resource, body: JsonObject): { value: JsonObject; unknown: string[] } {
  try {
    if (resource.custom === undefined) return normalise(resource.type(), body, resource.version)
    return decodeCustom(resource.custom.schema, body)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    const { kind, version } = resource
    throw badRequest(
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${error.message}`,
    )
  }
}

/** Decodes a custom resource: only its metadata has a built-in type, the schema checks the rest. */
function decodeCustom(schema: JsonObject, body: JsonObject): { value: JsonObject; unknown: string[] } {
  if (!isObject(body['metadata']))
    throw new DecodeError('json: cannot unmarshal metadata into Go value of type v1.ObjectMeta')
  const metadata = normalise(modelType('V1ObjectMeta'), objectOf(body['metadata']), 'v1')
  const rest = pruneCustom(schema, { ...body, metadata: metadata.value })
  return {
    value: rest.value,
    unknown: [...metadata.unknown.map((field) => `metadata.${field}`), ...rest.unknown].sort(),
  }
}
