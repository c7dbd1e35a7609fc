import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { PlatformError } from '../../schema/errors.ts'
import { secretMark } from '../../schema/secret-marks.ts'

/** Encrypts values before they are stored and tells equal ones apart from changed ones without showing them. */
export interface Encryption {
  /** @param context What the value belongs to; opening it in another context fails. */
  seal(plain: string, context: string): string
  /** Throws INTERNAL, with what to do, when none of the keys opens it. */
  open(sealed: string, context: string): string
  /** Whether a value was sealed with the key that seals now. */
  isCurrent(sealed: string): boolean
  /** Names the key that seals now; sealed values end with it. */
  readonly keyId: string
  /** A short keyed digest that stands in for the value wherever people may look. */
  mark(plain: string | Buffer): string
  /** What marks are made with, as base64: for workers, who show what they find in clusters in the same way. */
  readonly digestKey: string
  /** A keyed digest of a request that may hold secrets, hexadecimal. */
  digest(text: string): string
}

const format = 'v1'

/**
 * AES-256-GCM with a random nonce per value. A sealed value names its key, so that a key can be replaced: what former keys
 * have sealed is still opened.
 *
 * @param key At least 32 bytes. Encryption and marking use keys derived from it, so neither says anything of the other.
 * @param former Keys that only open.
 */
export function createEncryption(key: Buffer, former: readonly Buffer[] = []): Encryption {
  const [current, ...others] = [key, ...former].map(keysOf) as [Keys, ...Keys[]]
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.sealing, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64'))
      return [format, ...parts, current.id].join(':')
    },
    open: (sealed, context) => {
      const [version, nonce, tag, body, id] = sealed.split(':')
      if (version !== format || nonce === undefined || tag === undefined || body === undefined)
        throw new Error('a sealed value has an unknown format')
      // Values of releases that had one key do not name it.
      for (const { sealing } of [current, ...others].filter((each) => id === undefined || each.id === id)) {
        const [iv, authTag, bytes] = [nonce, tag, body].map((part) => Buffer.from(part, 'base64')) as Parts
        try {
          const decipher = createDecipheriv('aes-256-gcm', sealing, iv)
            .setAAD(Buffer.from(context))
            .setAuthTag(authTag)
          return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8')
        } catch {
          // Sealed with another key, or for another place.
        }
      }
      throw new PlatformError('INTERNAL', wrongKey)
    },
    isCurrent: (sealed) => sealed.split(':')[4] === current.id,
    keyId: current.id,
    mark: (plain) => secretMark(current.marking, plain),
    digestKey: current.marking.toString('base64'),
    digest: (text) => createHmac('sha256', current.digesting).update(text).digest('hex'),
  }
}

export const wrongKey =
  'a secret in the database is encrypted with another key than those of this server; start it with the ' +
  'QLEET_ENCRYPTION_KEY that it was encrypted with, or name that one in QLEET_FORMER_ENCRYPTION_KEYS'

type Parts = [nonce: Buffer, tag: Buffer, body: Buffer]

interface Keys {
  /** Names the key without telling anything of it. */
  id: string
  sealing: Buffer
  marking: Buffer
  digesting: Buffer
}

function keysOf(key: Buffer): Keys {
  if (key.length < 32) throw new Error('the encryption key must have at least 32 bytes')
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `qleetos ${purpose}`, 32))
  return {
    id: derive('id').toString('hex').slice(0, 8),
    sealing: derive('seal'),
    marking: derive('mark'),
    digesting: derive('digest'),
  }
}
