import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values before they are stored and tells equal ones apart from changed ones without showing them. */
export interface Encryption {
  /** @param context What the value belongs to; opening it in another context fails. */
  seal(plain: string, context: string): string
  open(sealed: string, context: string): string
  /** A short keyed hash that stands in for the value wherever people may look. */
  mark(plain: string): string
}

/** Text of {@link Encryption.mark}, for telling a value from its stand-in. */
export const markPattern = /^\(secret [0-9a-f]{16}\)$/

const format = 'v1'

/**
 * AES-256-GCM with a random nonce per value.
 *
 * @param key At least 32 bytes. Encryption and marking use keys derived from it, so neither says anything of the other.
 */
export function createEncryption(key: Buffer): Encryption {
  if (key.length < 32) throw new Error('the encryption key must have at least 32 bytes')
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `qleetos ${purpose}`, 32))
  const sealing = derive('seal')
  const marking = derive('mark')
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [format, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64'))].join(':')
    },
    open: (sealed, context) => {
      const [version, ...parts] = sealed.split(':')
      const [nonce, tag, body] = parts.map((part) => Buffer.from(part, 'base64'))
      if (version !== format || !nonce || !tag || !body)
        throw new Error('a sealed value has an unknown format')
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(tag)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    mark: (plain) => `(secret ${createHmac('sha256', marking).update(plain).digest('hex').slice(0, 16)})`,
  }
}
