import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/*
 * Signatures of cosign with keys, in both layouts: a text of its own (https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md),
 * and since cosign 3, a statement of in-toto in a bundle (https://github.com/sigstore/cosign/blob/main/specs/BUNDLE_SPEC.md).
 * Transparency logs are not consulted.
 */

/** A key that signs images. */
export interface TrustedKey {
  key: KeyObject
  /** `sha256:` and the digest of the key. */
  fingerprint: string
}

/** A signature, and what it is of. */
export interface StoredSignature {
  /** A text of cosign, or a statement of in-toto in an envelope. */
  layout: 'text' | 'statement'
  payload: Buffer
  /** Base64. */
  signature: string
}

const Text = z.object({
  critical: z.object({
    type: z.literal('cosign container image signature'),
    image: z.object({ 'docker-manifest-digest': z.string() }),
  }),
})

/** https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md */
const Statement = z.object({
  predicateType: z.literal('https://sigstore.dev/cosign/sign/v1'),
  subject: z.array(z.object({ digest: z.record(z.string(), z.string()) })),
})
const statementType = 'application/vnd.in-toto+json'

/** https://github.com/sigstore/protobuf-specs/blob/main/protos/sigstore_bundle.proto */
const Bundle = z.object({
  dsseEnvelope: z.object({
    payload: z.base64(),
    payloadType: z.literal(statementType),
    signatures: z.array(z.object({ sig: z.string() })).max(10),
  }),
})

/** Returns the signatures in a bundle of Sigstore; none if it has something else. */
export function signaturesInBundle(bundle: Buffer): StoredSignature[] {
  try {
    const { payload, signatures } = Bundle.parse(JSON.parse(bundle.toString())).dsseEnvelope
    return signatures.map(({ sig: signature }) => ({
      layout: 'statement',
      payload: Buffer.from(payload, 'base64'),
      signature,
    }))
  } catch {
    return []
  }
}

/** Returns the keys of texts in PEM, without those that are no public keys; undefined if no signatures are required. */
export function trustedKeys(texts: readonly string[] | undefined): TrustedKey[] | undefined {
  return texts?.flatMap((text) => {
    try {
      const key = createPublicKey(text)
      const bytes = key.export({ type: 'spki', format: 'der' })
      return [{ key, fingerprint: `sha256:${createHash('sha256').update(bytes).digest('hex')}` }]
    } catch {
      return []
    }
  })
}

/** Returns the key with which one of the signatures is valid and of this digest; undefined if there is none. */
export function signerOf(
  digest: string,
  signatures: readonly StoredSignature[],
  keys: readonly TrustedKey[],
): TrustedKey | undefined {
  return keys.find((each) =>
    signatures.some(
      (stored) =>
        isValid(each, signedBytes(stored), Buffer.from(stored.signature, 'base64')) &&
        signedDigests(stored).includes(digest),
    ),
  )
}

/** Returns the bytes that a signature is of: https://github.com/secure-systems-lab/dsse/blob/master/protocol.md */
function signedBytes({ layout, payload }: StoredSignature): Buffer {
  if (layout === 'text') return payload
  const header = `DSSEv1 ${statementType.length} ${statementType} ${payload.length} `
  return Buffer.concat([Buffer.from(header), payload])
}

/** The algorithm follows from the key, never from the signature. */
function isValid({ key }: TrustedKey, signed: Buffer, signature: Buffer): boolean {
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  try {
    return verify(algorithm, signed, key, signature)
  } catch {
    return false
  }
}

function signedDigests({ layout, payload }: StoredSignature): string[] {
  try {
    const value: unknown = JSON.parse(payload.toString())
    return layout === 'text'
      ? [Text.parse(value).critical.image['docker-manifest-digest']]
      : Statement.parse(value).subject.map(({ digest }) => `sha256:${digest['sha256']}`)
  } catch {
    return []
  }
}
