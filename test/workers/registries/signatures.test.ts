import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digest } from '../../support/applications-delivered.ts'
import {
  signaturesInBundle,
  signerOf,
  trustedKeys,
  type StoredSignature,
} from '../../../workers/registries/signatures.ts'

const pairs = {
  ecdsa: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ed25519: generateKeyPairSync('ed25519'),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })

function signed(key: KeyObject, payload: object): StoredSignature {
  const bytes = Buffer.from(JSON.stringify(payload))
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return { layout: 'text', payload: bytes, signature: sign(algorithm, bytes, key).toString('base64') }
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
    ['no bytes', { layout: 'text', payload: Buffer.from('{}'), signature: '' } as const],
    [
      'a text that is taken for a statement',
      { ...signed(privateKey, payloadOf('a')), layout: 'statement' } as const,
    ],
  ])('has none for %s', (_what, signature) => {
    expect(signerOf(digest('a'), [signature], keys)).toBeUndefined()
  })
})

describe('a bundle', () => {
  const { publicKey, privateKey } = pairs.ecdsa
  const keys = keysOf(publicKey)
  const type = 'application/vnd.in-toto+json'

  function bundle(statement: object, { payloadType = type, encoded = true } = {}): Buffer {
    const payload = Buffer.from(JSON.stringify(statement))
    const header = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `
    const bytes = encoded ? Buffer.concat([Buffer.from(header), payload]) : payload
    const signatures = [{ sig: sign('sha256', bytes, privateKey).toString('base64') }]
    const dsseEnvelope = { payload: payload.toString('base64'), payloadType, signatures }
    return Buffer.from(JSON.stringify({ verificationMaterial: {}, dsseEnvelope }))
  }

  const predicateType = 'https://sigstore.dev/cosign/sign/v1'
  const subject = (letters: string) => [{ digest: { sha256: digest(letters).slice('sha256:'.length) } }]
  const signerIn = (bytes: Buffer) => signerOf(digest('a'), signaturesInBundle(bytes), keys)

  it('has the signer of each subject of its statement', () => {
    expect(signerIn(bundle({ predicateType, subject: subject('a') }))).toBe(keys[0])
    expect(signerIn(bundle({ predicateType, subject: [...subject('b'), ...subject('a')] }))).toBe(keys[0])
  })

  it.each([
    ['another subject', bundle({ predicateType, subject: subject('b') })],
    ['an attestation', bundle({ predicateType: 'https://slsa.dev/provenance/v1', subject: subject('a') })],
    [
      'a signature of the bare statement',
      bundle({ predicateType, subject: subject('a') }, { encoded: false }),
    ],
    [
      'another type of payload',
      bundle({ predicateType, subject: subject('a') }, { payloadType: 'text/plain' }),
    ],
    ['a text in place of the statement', bundle(payloadOf('a'))],
    ['something else', Buffer.from('{"messageSignature":{}}')],
    ['no JSON', Buffer.from('{')],
  ])('has no signer for %s', (_, bytes) => {
    expect(signerIn(bytes)).toBeUndefined()
  })
})

it('has no key of a text that is none', () => {
  expect(trustedKeys(['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'])).toEqual([])
})
