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
 * Answers that only the one who asked can read, though they pass through a broker: X25519 with a key pair for each
 * question, and AES-256-GCM.
 */

/** Reads one answer. */
export interface AnswerReader {
  /** Goes with the question, as base64. */
  publicKey: string
  /** Throws when the text was not sealed for this reader. */
  open(sealed: string): string
}

export function createAnswerReader(): AnswerReader {
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

/** @param publicKey Of the {@link AnswerReader}. */
export function sealAnswer(text: string, publicKey: string): string {
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
