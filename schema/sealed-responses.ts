import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

/*
 * End-to-end encryption of responses that pass through a broker: X25519 with a key pair for each query, and
 * AES-256-GCM.
 */

/** Decrypts one response. */
export interface ResponseReader {
  /** The base64-encoded public key to send with the query. */
  publicKey: string
  /** Decrypts a response. Throws if it was not sealed for this reader. */
  open(sealed: string): string
}

export function createResponseReader(): ResponseReader {
  const own = generateKeyPairSync('x25519')
  return {
    publicKey: exported(own.publicKey),
    open: (sealed) => {
      const [other = '', nonce, tag, body] = sealed.split(':')
      const [iv, authTag, bytes] = [nonce, tag, body].map((part) =>
        Buffer.from(part ?? '', 'base64'),
      ) as Parts
      const decipher = createDecipheriv('aes-256-gcm', sharedKey(own.privateKey, other), iv).setAuthTag(
        authTag,
      )
      return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8')
    },
  }
}

/**
 * Encrypts a response.
 *
 * @param publicKey The public key of the {@link ResponseReader}
 */
export function sealResponse(text: string, publicKey: string): string {
  const own = generateKeyPairSync('x25519')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sharedKey(own.privateKey, publicKey), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [
    exported(own.publicKey),
    ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64')),
  ].join(':')
}

type Parts = [nonce: Buffer, tag: Buffer, body: Buffer]

function exported(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

function sharedKey(privateKey: KeyObject, publicKey: string): Buffer {
  const other = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
  return Buffer.from(
    hkdfSync('sha256', diffieHellman({ privateKey, publicKey: other }), '', 'qleetos answer', 32),
  )
}
