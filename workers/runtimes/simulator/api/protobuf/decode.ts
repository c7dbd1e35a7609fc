import { timestamp } from '../../context.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { ObjectType, ScalarType, Type } from '../../schema/type.ts'
import { fieldsByNumber } from './field-numbers.ts'
import { readMessage, type WireField } from './wire.ts'

/** The object has something this server cannot read in the binary form. */
export class ProtobufError extends Error {}

export interface Envelope {
  apiVersion: string
  kind: string
  raw: Buffer
}

const magic = Buffer.from('k8s\0')

/** What is around every object in binary form: a mark, its kind, and the object itself. */
export function openEnvelope(body: Buffer): Envelope {
  if (!body.subarray(0, 4).equals(magic)) throw new ProtobufError('not a Kubernetes protobuf message')
  const fields = readMessage(body.subarray(4))
  const kind = readMessage(bytesOf(fields.find(({ number }) => number === 1)))
  const text = (wanted: number) => bytesOf(kind.find(({ number }) => number === wanted)).toString('utf8')
  return { apiVersion: text(1), kind: text(2), raw: bytesOf(fields.find(({ number }) => number === 2)) }
}

/** A message as the JSON it stands for. Thrown ProtobufError: for fields outside what clients are known to write. */
export function decodeMessage(type: ObjectType, message: Buffer): JsonObject {
  if (message.length === 0) return {}
  const names = fieldsByNumber(type.name)
  if (names === undefined) throw new ProtobufError(`${type.name} is not known in this form`)
  const made: JsonObject = {}
  for (const field of readMessage(message)) {
    const name = (names.get(field.number) ?? '')
      .split('|')
      .find((each) => each.startsWith('...') || type.fields.has(each))
    if (name === undefined) {
      // Go also writes what nobody set; only a value would be lost.
      if (isEmpty(field)) continue
      throw new ProtobufError(`field ${field.number} of ${type.name} is not known in this form`)
    }
    // Nobody but the server decides the status of an object that is sent.
    if (name === 'status') continue
    if (name.startsWith('...'))
      Object.assign(made, decodeMessage({ ...type, name: name.slice(3) }, bytesOf(field)))
    else addField(made, { name, type: type.fields.get(name)?.type() }, field)
  }
  return made
}

function addField(
  made: JsonObject,
  { name, type }: { name: string; type: Type | undefined },
  field: WireField,
): void {
  if (type === undefined) return
  if (type.is === 'list') {
    const list = made[name]
    made[name] = [...(Array.isArray(list) ? list : []), decodeValue(type.items, field)]
  } else if (type.is === 'map') {
    const entry = readMessage(bytesOf(field))
    const key = bytesOf(entry.find(({ number }) => number === 1)).toString('utf8')
    const value = entry.find(({ number }) => number === 2)
    const known = made[name]
    made[name] = {
      ...(typeof known === 'object' && !Array.isArray(known) ? known : {}),
      [key]: value === undefined ? '' : decodeValue(type.values, value),
    }
  } else {
    const value = decodeValue(type, field)
    // A time that is not set is an empty message.
    if (value !== '' || type.is !== 'scalar' || !type.of.endsWith('time')) made[name] = value
  }
}

function decodeValue(type: Type, field: WireField): Json {
  if (type.is === 'object') return decodeMessage(type, bytesOf(field))
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
      const seconds = readMessage(bytesOf(field)).find(({ number }) => number === 1)
      return seconds === undefined ? '' : timestamp(new Date(numberOf(seconds) * 1000))
    }
    case 'string':
      return bytesOf(field).toString('utf8')
    case 'double':
    case 'json':
      throw new ProtobufError('a value of unknown type')
  }
}

function isEmpty({ value }: WireField): boolean {
  return typeof value === 'bigint' ? value === 0n : value.length === 0
}

function bytesOf(field: WireField | undefined): Buffer {
  return Buffer.isBuffer(field?.value) ? field.value : Buffer.alloc(0)
}

/** Negative numbers are written as 64-bit two's complements. */
function numberOf(field: WireField | undefined): number {
  return typeof field?.value === 'bigint' ? Number(BigInt.asIntN(64, field.value)) : 0
}
