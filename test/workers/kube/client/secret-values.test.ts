import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../../../schema/manifests.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'
import {
  placeholderOf,
  withPlaceholders,
  withoutSecretValues,
} from '../../../../workers/kube/client/secret-values.ts'

const password = 'correct-horse-battery-staple'
const secret: Manifest = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'login',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': password, note: 'kept' },
  },
  stringData: { password, port: 12_345 },
  data: { token: Buffer.from('another-secret-value').toString('base64') },
}

function scrubbed(message: string): string {
  const cause = { field: 'data.x', reason: 'Invalid', message }
  const error = withoutSecretValues(
    new KubeError('invalid', message, { status: 422, causes: [cause] }),
    secret,
  )
  expect(error.causes[0]?.message).toBe(error.message)
  return error.message
}

describe('a refusal of a Secret', () => {
  it.each([
    ['the value', `webhook says: "${password}" is too weak`, 'webhook says: "(secret)" is too weak'],
    ['its base64 form', `bad ${Buffer.from(password).toString('base64')}`, 'bad (secret)'],
    ['its hexadecimal form', `bad ${Buffer.from(password).toString('hex')}`, 'bad (secret)'],
    ['a value from data', 'bad another-secret-value', 'bad (secret)'],
    ['a part of the value', 'bad correct-horse-bat...', 'bad (secret)...'],
    [
      'a number',
      'expected string, got &value.valueUnstructured{Value:12345}',
      'expected string, got (secret)',
    ],
    ['an invalid value', 'data[x]: Invalid value: "anything": no', 'data[x]: Invalid value: (secret): no'],
  ])('does not quote %s', (_, message, expected) => {
    expect(scrubbed(message)).toBe(expected)
  })

  it('keeps the rest of the message', () => {
    const message = 'Secret in version "v1" cannot be handled: illegal base64 data at input byte 4'
    expect(scrubbed(message)).toBe(message)
  })
})

describe('the redacted placeholders of a manifest', () => {
  const key = Buffer.alloc(32, 1)

  it('replace its values, with equal ones for equal values in either section', () => {
    const { stringData, metadata } = withPlaceholders(secret, key)
    expect(JSON.stringify(withPlaceholders(secret, key))).not.toContain('correct-horse')
    expect(stringData).toMatchObject({ password: expect.stringMatching(/^\(secret [0-9a-f]{16}\)$/) })
    expect(metadata.annotations?.['note']).toBe('kept')
    const packed = Buffer.from(password).toString('base64')
    expect(placeholderOf('data', packed, key)).toBe(placeholderOf('stringData', password, key))
    expect(placeholderOf('data', packed, Buffer.alloc(32, 2))).not.toBe(placeholderOf('data', packed, key))
  })

  it('are not used for other kinds, nor without a key', () => {
    const other = { ...secret, kind: 'ConfigMap' }
    expect(withPlaceholders(other, key)).toBe(other)
    expect(withPlaceholders(secret, undefined)).toBe(secret)
    expect(placeholderOf('data', 'x', undefined)).toBe('(secret)')
  })
})
