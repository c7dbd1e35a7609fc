import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digest } from '../../support/applications-delivered.ts'
import { signerOf, trustedKeys } from '../../../workers/registries/signatures.ts'

const pairs = {
  ecdsa: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ed25519: generateKeyPairSync('ed25519'),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })

function signed(key: KeyObject, payload: object) {
  const bytes = Buffer.from(JSON.stringify(payload))
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return { payload: bytes, signature: sign(algorithm, bytes, key).toString('base64') }
}

function payloadOf(letters: string, type = 'cosign container image signature') {
  return { critical: { type, image: { 'docker-manifest-digest': digest(letters) } } }
}

function keysOf(...keys: KeyObject[]) {
  return trustedKeys(keys.map((key) => String(key.export({ type: 'spki', format: 'pem' })))) ?? []
}

describe.each(Object.entries(pairs))('a signature with a key of %s', (_, { publicKey, privateKey }) => {
  const keys = keysOf(other.publicKey, publicKey)

  it('has the signer of the digest', () => {
    expect(signerOf(digest('a'), [signed(privateKey, payloadOf('a'))], keys)).toBe(keys[1])
  })

  it.each([
    ['another digest', signed(privateKey, payloadOf('b'))],
    ['another type', signed(privateKey, payloadOf('a', 'attestation'))],
    ['something else', signed(privateKey, { a: 1 })],
    ['another key', signed(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, payloadOf('a'))],
    [
      'a changed text',
      { ...signed(privateKey, payloadOf('b')), payload: Buffer.from(JSON.stringify(payloadOf('a'))) },
    ],
    ['no bytes', { payload: Buffer.from('{}'), signature: '' }],
  ])('has none for %s', (_what, signature) => {
    expect(signerOf(digest('a'), [signature], keys)).toBeUndefined()
  })
})

it('has no key of a text that is none', () => {
  expect(trustedKeys(['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'])).toEqual([])
})
