import { duplicate, invalidValue, required, unsupported } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { isObject, objectOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import { nameProblems } from '../schema/names.ts'
import { containerErrors } from './container-validation.ts'
import { labelErrors, stringMap } from './labels.ts'

const restartPolicies = ['Always', 'OnFailure', 'Never']
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']

export function podSpecErrors(spec: JsonObject, field: string): FieldError[] {
  const errors: FieldError[] = []
  const { volumes, errors: volumeProblems } = volumeErrors(spec, `${field}.volumes`)
  errors.push(...volumeProblems)
  const names = new Set<string>()
  const containers = objectsOf(spec['containers'])
  if (containers.length === 0) errors.push(required(`${field}.containers`))
  errors.push(...containerErrors(containers, `${field}.containers`, { volumes, names }))
  errors.push(
    ...containerErrors(objectsOf(spec['initContainers']), `${field}.initContainers`, { volumes, names }),
  )
  const { restartPolicy, dnsPolicy } = spec
  if (!restartPolicies.includes(stringOf(restartPolicy)))
    errors.push(unsupported(`${field}.restartPolicy`, restartPolicy, restartPolicies))
  if (!dnsPolicies.includes(stringOf(dnsPolicy)))
    errors.push(unsupported(`${field}.dnsPolicy`, dnsPolicy, dnsPolicies))
  const deadline = spec['activeDeadlineSeconds']
  if (typeof deadline === 'number' && deadline < 1)
    errors.push(
      invalidValue(`${field}.activeDeadlineSeconds`, deadline, 'must be between 1 and 2147483647, inclusive'),
    )
  errors.push(...labelErrors(stringMap(spec['nodeSelector']), `${field}.nodeSelector`))
  for (const key of [
    'serviceAccountName',
    'hostname',
    'subdomain',
    'priorityClassName',
    'nodeName',
    'runtimeClassName',
  ])
    errors.push(...nameErrors(spec[key], `${field}.${key}`, key === 'hostname' || key === 'subdomain'))
  return errors
}

function nameErrors(name: unknown, field: string, isLabel: boolean): FieldError[] {
  if (typeof name !== 'string' || name === '') return []
  return nameProblems(name, isLabel ? 'label' : 'subdomain').map((detail) =>
    invalidValue(field, name, detail),
  )
}

/** Checks a workload's template: its labels, and a spec with a restart policy that the workload allows. */
export function podTemplateErrors(
  template: JsonObject,
  field: string,
  restart: readonly string[],
): FieldError[] {
  const spec = objectOf(template['spec'])
  const metadata = objectOf(template['metadata'])
  const errors = [
    ...labelErrors(stringMap(metadata['labels']), `${field}.metadata.labels`),
    ...podSpecErrors(spec, `${field}.spec`),
  ]
  const policy = stringOf(spec['restartPolicy'])
  if (restartPolicies.includes(policy) && !restart.includes(policy))
    errors.push(unsupported(`${field}.spec.restartPolicy`, policy, restart))
  return errors
}

function volumeErrors(spec: JsonObject, field: string): { volumes: Set<string>; errors: FieldError[] } {
  const volumes = new Set<string>()
  const errors: FieldError[] = []
  for (const [index, volume] of objectsOf(spec['volumes']).entries()) {
    const at = `${field}[${index}]`
    const name = stringOf(volume['name'])
    if (name === '') errors.push(required(`${at}.name`))
    else errors.push(...nameProblems(name, 'label').map((detail) => invalidValue(`${at}.name`, name, detail)))
    if (name !== '' && volumes.has(name)) errors.push(duplicate(`${at}.name`, name))
    volumes.add(name)
    const sources = Object.keys(volume).filter((key) => key !== 'name')
    if (sources.length === 0) errors.push(required(at, 'must specify a volume type'))
    for (const extra of sources.slice(1))
      errors.push({
        type: 'forbidden',
        field: `${at}.${extra}`,
        detail: 'may not specify more than 1 volume type',
      })
    errors.push(...sourceErrors(volume, at))
  }
  return { volumes, errors }
}

const requiredOfSource: Readonly<Record<string, string>> = {
  secret: 'secretName',
  configMap: 'name',
  persistentVolumeClaim: 'claimName',
  hostPath: 'path',
}

function sourceErrors(volume: JsonObject, field: string): FieldError[] {
  return Object.entries(requiredOfSource).flatMap(([source, key]) => {
    const value = volume[source]
    if (!isObject(value) || stringOf(value[key]) !== '') return []
    return [required(`${field}.${source}.${key}`)]
  })
}
