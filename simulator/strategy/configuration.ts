import { forbiddenField, immutable, invalidValue, required } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { equal, isObject, objectOf, own, setOwn, stringOf, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { setDefaults } from './default-fields.ts'
import type { Strategy } from './strategy.ts'

const sizeLimit = 1024 * 1024

function keyErrors(data: JsonObject, field: string): FieldError[] {
  return Object.keys(data).flatMap((key) => {
    const at = `${field}[${key}]`
    const errors: FieldError[] = []
    if (key.length > 253) errors.push(invalidValue(at, key, 'must be no more than 253 characters'))
    if (!/^[-._a-zA-Z0-9]+$/.test(key))
      errors.push(
        invalidValue(
          at,
          key,
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
        ),
      )
    if (key === '.' || key === '..') errors.push(invalidValue(at, key, `must not be '${key}'`))
    else if (key.startsWith('..')) errors.push(invalidValue(at, key, "must not start with '..'"))
    return errors
  })
}

/** Refuses changes of an immutable object's data, and of the field itself. */
function frozenErrors(object: KubeObject, old: KubeObject, fields: readonly string[]): FieldError[] {
  if (old['immutable'] !== true) return []
  const detail = 'field is immutable when `immutable` is set'
  const errors: FieldError[] = object['immutable'] === true ? [] : [forbiddenField('immutable', detail)]
  return [
    ...errors,
    ...fields
      .filter((field) => !equal(object[field], old[field]))
      .map((field) => forbiddenField(field, detail)),
  ]
}

export const configMap: Strategy = {
  validate(object) {
    const [data, binary] = [objectOf(object['data']), objectOf(object['binaryData'])]
    const errors = [...keyErrors(data, 'data'), ...keyErrors(binary, 'binaryData')]
    for (const key of Object.keys(data))
      if (own(binary, key) !== undefined)
        errors.push(invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData'))
    const size = [...Object.values(data), ...Object.values(binary)].reduce<number>(
      (sum, value) => sum + stringOf(value).length,
      0,
    )
    if (size > sizeLimit)
      errors.push({ type: 'too long', field: '[]', detail: `may not be more than ${sizeLimit} bytes` })
    return errors
  },
  validateUpdate: (object, old) => frozenErrors(object, old, ['data', 'binaryData']),
}

/** The required keys of the well-known types of secrets. */
const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/basic-auth': ['username', 'password'],
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const secret: Strategy = {
  defaults(object) {
    setDefaults(object, { type: 'Opaque' })
    const plain = object['stringData']
    if (!isObject(plain)) return
    const data: JsonObject = { ...objectOf(object['data']) }
    for (const [key, value] of Object.entries(plain))
      setOwn(data, key, Buffer.from(stringOf(value)).toString('base64'))
    object['data'] = data
    delete object['stringData']
  },
  validate(object) {
    const data = objectOf(object['data'])
    const errors = keyErrors(data, 'data')
    const account = 'kubernetes.io/service-account.name'
    if (object['type'] === 'kubernetes.io/service-account-token' && !object.metadata.annotations?.[account])
      errors.push(required(`metadata.annotations[${account}]`))
    for (const key of own(requiredKeys, stringOf(object['type'])) ?? [])
      if (data[key] === undefined) errors.push(required(`data[${key}]`))
      else if (key.startsWith('.dockerc') && !isJson(Buffer.from(stringOf(data[key]), 'base64').toString()))
        errors.push(invalidValue(`data[${key}]`, '<secret contents redacted>', 'invalid character'))
    const size = Object.values(data).reduce<number>(
      (sum, value) => sum + Math.floor((stringOf(value).length * 3) / 4),
      0,
    )
    if (size > sizeLimit)
      errors.push({ type: 'too long', field: 'data', detail: `may not be more than ${sizeLimit} bytes` })
    return errors
  },
  validateUpdate(object, old) {
    const errors = equal(object['type'], old['type']) ? [] : [invalidValue('type', object['type'], immutable)]
    return [...errors, ...frozenErrors(object, old, ['data'])]
  },
}
