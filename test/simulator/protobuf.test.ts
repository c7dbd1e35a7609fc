import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseProtobuf } from '../../simulator/api/protobuf/object-body.ts'
import { isObject, type Json } from '../../simulator/json.ts'
import { createRegistry } from '../../simulator/resources/registry.ts'

interface Recorded {
  apiVersion: string
  kind: string
  protobuf: string
  json: Json
}

/**
 * An object of each built-in kind, in binary and as JSON, written by Kubernetes' own types (k8s.io/api v0.36.2, filled
 * by reflection): nearly every field is set, lists have one item, maps have two, one with the key `__proto__`.
 */
const recorded = gunzipSync(readFileSync(join(import.meta.dirname, 'recorded/protobuf.jsonl.gz')))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

/** Sorts a value and removes zero values: Go writes some of them in one of the forms only. */
function comparable(value: Json | undefined): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (!isObject(value)) return value
  const entries = Object.entries(value)
    .map(([key, item]) => [key, comparable(item)] as const)
    .filter(([, item]) => !isZero(item))
  return entries.sort(([a], [b]) => (a < b ? -1 : 1))
}

function isZero(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : !value
}

describe('a binary body', () => {
  const context = { registry: createRegistry() }

  it.each(recorded)(
    'is decoded to the same object as its JSON: $kind of $apiVersion',
    ({ protobuf, json, ...type }) => {
      const { apiVersion, kind, ...object } = parseProtobuf(context, Buffer.from(protobuf, 'base64'))
      expect({ apiVersion, kind }).toEqual(type)
      expect(comparable(object)).toEqual(comparable(json))
    },
  )
})
