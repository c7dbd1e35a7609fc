import { duplicate, invalidValue, required, unsupported } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { isObject, objectOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import { nameProblems } from '../schema/names.ts'
import { portErrors, portNameProblems, portOrNameErrors, protocols } from './ports.ts'
import { resourceErrors } from './resources.ts'

interface PodScope {
  volumes: ReadonlySet<string>
  /** The names used so far in the pod. */
  names: Set<string>
}

export function containerErrors(
  containers: readonly JsonObject[],
  field: string,
  around: PodScope,
): FieldError[] {
  return containers.flatMap((container, index) => oneContainer(container, `${field}[${index}]`, around))
}

function oneContainer(container: JsonObject, field: string, { volumes, names }: PodScope): FieldError[] {
  const errors: FieldError[] = []
  const name = stringOf(container['name'])
  if (name === '') errors.push(required(`${field}.name`))
  else
    errors.push(...nameProblems(name, 'label').map((detail) => invalidValue(`${field}.name`, name, detail)))
  if (name !== '' && names.has(name)) errors.push(duplicate(`${field}.name`, name))
  names.add(name)
  const image = stringOf(container['image'])
  if (image === '') errors.push(required(`${field}.image`))
  else if (image !== image.trim())
    errors.push(invalidValue(`${field}.image`, image, 'must not have leading or trailing whitespace'))
  errors.push(
    ...choiceErrors(container, field),
    ...portListErrors(container, field),
    ...environmentErrors(container, field),
    ...mountErrors(container, field, volumes),
    ...probeErrors(container, field),
    ...resourceErrors(container['resources'], `${field}.resources`),
  )
  return errors
}

const pullPolicies = ['Always', 'IfNotPresent', 'Never']
const messagePolicies = ['FallbackToLogsOnError', 'File']

function choiceErrors(container: JsonObject, field: string): FieldError[] {
  const { imagePullPolicy: pull, terminationMessagePolicy: message } = container
  return [
    ...(pullPolicies.includes(stringOf(pull))
      ? []
      : [unsupported(`${field}.imagePullPolicy`, pull, pullPolicies)]),
    ...(messagePolicies.includes(stringOf(message))
      ? []
      : [unsupported(`${field}.terminationMessagePolicy`, message, messagePolicies)]),
  ]
}

function portListErrors(container: JsonObject, field: string): FieldError[] {
  const names = new Set<string>()
  return objectsOf(container['ports']).flatMap((port, index) => {
    const at = `${field}.ports[${index}]`
    const errors: FieldError[] = []
    const name = stringOf(port['name'])
    if (name !== '') {
      const problems = portNameProblems(name)
      errors.push(...problems.map((detail) => invalidValue(`${at}.name`, name, detail)))
      if (names.has(name)) errors.push(duplicate(`${at}.name`, name))
      names.add(name)
    }
    if (!port['containerPort']) errors.push(required(`${at}.containerPort`))
    else errors.push(...portErrors(port['containerPort'], `${at}.containerPort`))
    if (port['hostPort'] !== undefined) errors.push(...portErrors(port['hostPort'], `${at}.hostPort`))
    if (!protocols.some((each) => each === port['protocol']))
      errors.push(unsupported(`${at}.protocol`, port['protocol'], protocols))
    return errors
  })
}

const variableName = /^[ -<>-~]+$/

function environmentErrors(container: JsonObject, field: string): FieldError[] {
  return objectsOf(container['env']).flatMap((variable, index) => {
    const at = `${field}.env[${index}]`
    const name = stringOf(variable['name'])
    const errors: FieldError[] = []
    if (name === '') errors.push(required(`${at}.name`))
    else if (!variableName.test(name))
      errors.push(
        invalidValue(
          `${at}.name`,
          name,
          "a valid environment variable name must consist only of printable ASCII characters other than '='",
        ),
      )
    const source = variable['valueFrom']
    if (!isObject(source)) return errors
    if (stringOf(variable['value']) !== '')
      errors.push(invalidValue(`${at}.valueFrom`, '', 'may not be specified when `value` is not empty'))
    const kinds = Object.keys(source).length
    if (kinds === 0)
      errors.push(
        invalidValue(
          `${at}.valueFrom`,
          '',
          'must specify one of: `configMapKeyRef`, `fieldRef`, `resourceFieldRef`, `secretKeyRef` or `fileKeyRef`',
        ),
      )
    if (kinds > 1)
      errors.push(invalidValue(`${at}.valueFrom`, '', 'may not have more than one field specified at a time'))
    for (const key of ['configMapKeyRef', 'secretKeyRef'])
      if (isObject(source[key]) && !objectOf(source[key])['key'])
        errors.push(required(`${at}.valueFrom.${key}.key`))
    return errors
  })
}

function mountErrors(container: JsonObject, field: string, volumes: ReadonlySet<string>): FieldError[] {
  const paths = new Set<string>()
  return objectsOf(container['volumeMounts']).flatMap((mount, index) => {
    const at = `${field}.volumeMounts[${index}]`
    const errors: FieldError[] = []
    const [name, path] = [stringOf(mount['name']), stringOf(mount['mountPath'])]
    if (name === '') errors.push(required(`${at}.name`))
    else if (!volumes.has(name))
      errors.push({ type: 'not found', field: `${at}.name`, value: name, detail: '' })
    if (path === '') errors.push(required(`${at}.mountPath`))
    if (paths.has(path)) errors.push(invalidValue(`${at}.mountPath`, path, 'must be unique'))
    paths.add(path)
    return errors
  })
}

function probeErrors(container: JsonObject, field: string): FieldError[] {
  return ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((name) => {
    const probe = container[name]
    if (!isObject(probe)) return []
    const at = `${field}.${name}`
    const errors = handlerErrors(probe, at)
    for (const key of [
      'initialDelaySeconds',
      'timeoutSeconds',
      'periodSeconds',
      'successThreshold',
      'failureThreshold',
    ]) {
      const value = probe[key]
      if (typeof value === 'number' && value < 0)
        errors.push(invalidValue(`${at}.${key}`, value, 'must be greater than or equal to 0'))
    }
    if (
      name !== 'readinessProbe' &&
      typeof probe['successThreshold'] === 'number' &&
      probe['successThreshold'] !== 1
    )
      errors.push(invalidValue(`${at}.successThreshold`, probe['successThreshold'], 'must be 1'))
    return errors
  })
}

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']

function handlerErrors(handler: JsonObject, field: string): FieldError[] {
  const given = handlers.filter((key) => isObject(handler[key]))
  if (given.length === 0) return [required(field, 'must specify a handler type')]
  const errors = given.slice(1).map((key): FieldError => ({
    type: 'forbidden',
    field: `${field}.${key}`,
    detail: 'may not specify more than 1 handler type',
  }))
  for (const key of ['httpGet', 'tcpSocket'])
    if (isObject(handler[key]))
      errors.push(...portOrNameErrors(objectOf(handler[key])['port'], `${field}.${key}.port`))
  return errors
}
