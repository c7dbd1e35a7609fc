import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/*
 * Signatures of cosign with keys, as it stores them beside an image:
 * https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md. Transparency logs are not consulted.
 */

/** A key that signs images. */
export interface TrustedKey {
  key: KeyObject
  /** `sha256:` and the digest of the key. */
  fingerprint: string
}

/** A signature, and the text that it is of. */
export interface StoredSignature {
  payload: Buffer
  /** Base64. */
  signature: string
}

const Payload = z.object({
  critical: z.object({
    type: z.literal('cosign container image signature'),
    image: z.object({ 'docker-manifest-digest': z.string() }),
  }),
})

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
      ({ payload, signature }) =>
        isValid(each, payload, Buffer.from(signature, 'base64')) && signedDigest(payload) === digest,
    ),
  )
}

/** The algorithm follows from the key, never from the signature. */
function isValid({ key }: TrustedKey, payload: Buffer, signature: Buffer): boolean {
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  try {
    return verify(algorithm, payload, key, signature)
  } catch {
    return false
  }
}

function signedDigest(payload: Buffer): string | undefined {
  try {
    return Payload.parse(JSON.parse(payload.toString())).critical.image['docker-manifest-digest']
  } catch {
    return undefined
  }
}
