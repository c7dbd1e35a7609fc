import { timestamp } from '../../context.ts'
import { own, type Json, type JsonObject } from '../../json.ts'
import type { Field, ObjectType, ScalarType, Type } from '../../schema/type.ts'
import type { FieldNumbers } from './field-numbers.ts'
import { numbersByModel } from './generated/field-numbers.ts'
import { readMessage, type WireField } from './wire.ts'

/** Thrown for an object with a field that this server cannot decode from the binary form. */
export class ProtobufError extends Error {}

export interface Envelope {
  apiVersion: string
  kind: string
  raw: Buffer
}

const magic = Buffer.from('k8s\0')

/** Opens the envelope of an object in binary form: a magic number, its kind, and the object itself. */
export function openEnvelope(body: Buffer): Envelope {
  if (!body.subarray(0, 4).equals(magic)) throw new ProtobufError('not a Kubernetes protobuf message')
  const fields = readMessage(body.subarray(4))
  const kind = readMessage(bytesOf(fields.find(({ number }) => number === 1)))
  const text = (fieldNumber: number) =>
    bytesOf(kind.find(({ number }) => number === fieldNumber)).toString('utf8')
  return { apiVersion: text(1), kind: text(2), raw: bytesOf(fields.find(({ number }) => number === 2)) }
}

/**
 * Decodes a message of a type to JSON.
 * Thrown ProtobufError: for fields that no known client writes.
 */
export function decodeMessage(type: ObjectType, message: Buffer): JsonObject {
  if (message.length === 0) return {}
  const numbers = own(numbersByModel, type.model ?? '')
  if (numbers === undefined) throw new ProtobufError(`${type.name} is not known in this form`)
  return decodeFields({ type, numbers }, message)
}

function decodeFields(
  { type, numbers }: { type: ObjectType; numbers: FieldNumbers },
  message: Buffer,
): JsonObject {
  const result: JsonObject = {}
  for (const field of readMessage(message)) {
    const known = numbers[field.number]
    if (typeof known === 'object') {
      Object.assign(result, decodeFields({ type, numbers: known }, bytesOf(field)))
      continue
    }
    const declared = known === undefined ? undefined : type.fields.get(known)
    if (declared !== undefined) addField(result, declared, field)
    // Go also writes unset fields; only a value would be lost.
    else if (!isEmpty(field))
      throw new ProtobufError(`field ${field.number} of ${type.name} is not known in this form`)
  }
  return result
}

function addField(result: JsonObject, { name, type: typeOf }: Field, field: WireField): void {
  const type = typeOf()
  if (type.is === 'list') {
    const list = result[name]
    result[name] = [...(Array.isArray(list) ? list : []), decodeValue(type.items, field)]
  } else if (type.is === 'map') {
    const entry = readMessage(bytesOf(field))
    const key = bytesOf(entry.find(({ number }) => number === 1)).toString('utf8')
    const value = entry.find(({ number }) => number === 2)
    const known = result[name]
    result[name] = {
      ...(typeof known === 'object' && !Array.isArray(known) ? known : {}),
      [key]: value === undefined ? '' : decodeValue(type.values, value),
    }
  } else {
    const value = decodeValue(type, field)
    // A time that is not set is an empty message.
    if (value !== '' || type.is !== 'scalar' || !type.of.endsWith('time')) result[name] = value
  }
}

function decodeValue(type: Type, field: WireField): Json {
  if (type.is === 'object') return decodeMessage(type, bytesOf(field))
  // A list as a map value, such as in users' extra attributes, is a message of its own.
  if (type.is === 'list') return readMessage(bytesOf(field)).map((item) => decodeValue(type.items, item))
  if (type.is !== 'scalar') throw new ProtobufError('a value of unknown type')
  return decodeScalar(type, field)
}

function decodeScalar({ of }: ScalarType, field: WireField): Json {
  switch (of) {
    case 'boolean':
      return field.value === 1n
    case 'int32':
    case 'int64':
      return numberOf(field)
    case 'bytes':
      return bytesOf(field).toString('base64')
    case 'quantity':
      return bytesOf(readMessage(bytesOf(field)).find(({ number }) => number === 1)).toString('utf8')
    case 'int-or-string': {
      const parts = readMessage(bytesOf(field))
      const isText = parts.some(({ number, value }) => number === 1 && value === 1n)
      return isText
        ? bytesOf(parts.find(({ number }) => number === 3)).toString('utf8')
        : numberOf(parts.find(({ number }) => number === 2))
    }
    case 'time':
    case 'micro-time': {
      const parts = readMessage(bytesOf(field))
      const seconds = parts.find(({ number }) => number === 1)
      if (seconds === undefined) return ''
      const time = new Date(numberOf(seconds) * 1000)
      if (of === 'time') return timestamp(time)
      const micros = Math.floor(numberOf(parts.find(({ number }) => number === 2)) / 1000)
      return `${time.toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`
    }
    case 'string':
      return bytesOf(field).toString('utf8')
    case 'json':
      return embeddedJson(bytesOf(readMessage(bytesOf(field)).find(({ number }) => number === 1)))
    case 'double':
      throw new ProtobufError('a value of unknown type')
  }
}

/**
 * Decodes untyped values, such as field ownership and the data of a ControllerRevision, which are JSON within the
 * message.
 */
function embeddedJson(text: Buffer): Json {
  if (text.length === 0) return null
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw new ProtobufError('a part that has to be JSON is not')
  }
}

function isEmpty({ value }: WireField): boolean {
  return typeof value === 'bigint' ? value === 0n : value.length === 0
}

function bytesOf(field: WireField | undefined): Buffer {
  return Buffer.isBuffer(field?.value) ? field.value : Buffer.alloc(0)
}

/** Decodes a number; negative ones are written as 64-bit two's complements. */
function numberOf(field: WireField | undefined): number {
  return typeof field?.value === 'bigint' ? Number(BigInt.asIntN(64, field.value)) : 0
}
