import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { PlatformError } from '../../schema/errors.ts'
import { scopedPlaceholderKey, secretPlaceholder } from '../../schema/secret-placeholders.ts'

/**
 * Encrypts values before they are stored, and derives placeholders that show whether a value has changed without
 * revealing it.
 */
export interface Encryption {
  /**
   * Encrypts a value.
   *
   * @param context Identifies what the value belongs to; decrypting it in another context fails.
   */
  seal(plain: string, context: string): string
  /** Decrypts a value. Throws INTERNAL, with a remedy, when none of the keys decrypts it. */
  open(sealed: string, context: string): string
  /** Reports whether a value was sealed with the current key. */
  isCurrent(sealed: string): boolean
  /** The id of the current key; sealed values end with it. */
  readonly keyId: string
  /** The ids of all keys, beginning with the current one. */
  readonly keyIds: readonly string[]
  /**
   * Returns the redacted placeholder of a value: a short keyed digest that is shown instead of it.
   *
   * @param scope Identifies where placeholders may be compared: those of equal values are equal within it, and nowhere else.
   */
  placeholder(plain: string | Buffer, scope: string): string
  /** Returns the key of the placeholders within a scope, of which those of other scopes cannot be derived. */
  placeholderKey(scope: string): Buffer
  /** The key of placeholders, as base64: workers use it to redact what they find in clusters in the same way. */
  readonly digestKey: string
  /**
   * Returns keyed digests, in hexadecimal, of a request that may contain secrets: one for each key, beginning with the
   * current one.
   */
  digests(text: string): readonly [string, ...string[]]
  /** The seed of a key pair that signs what this control plane says of callers, for each key, beginning with the current one. */
  readonly signingSeeds: readonly [SigningSeed, ...SigningSeed[]]
}

export interface SigningSeed {
  /** The id of the key that the seed is derived from. */
  id: string
  /** 32 bytes. */
  seed: Buffer
}

const format = 'v1'

/**
 * Creates an encryption that uses AES-256-GCM with a random nonce per value. A sealed value contains the id of its key, so
 * that keys can be rotated: values sealed with former keys can still be opened.
 *
 * @param key At least 32 bytes. Encryption and placeholders use separate keys derived from it, so neither reveals the other.
 * @param former Keys that only decrypt.
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
      // Values sealed by releases with a single key contain no key id.
      for (const { sealing } of [current, ...others].filter((each) => id === undefined || each.id === id)) {
        const [iv, authTag, bytes] = [nonce, tag, body].map((part) => Buffer.from(part, 'base64')) as Parts
        try {
          const decipher = createDecipheriv('aes-256-gcm', sealing, iv)
            .setAAD(Buffer.from(context))
            .setAuthTag(authTag)
          return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8')
        } catch {
          // Sealed with another key, or for another context.
        }
      }
      throw new PlatformError('INTERNAL', unknownKeyMessage)
    },
    isCurrent: (sealed) => sealed.split(':')[4] === current.id,
    keyId: current.id,
    keyIds: [current, ...others].map(({ id }) => id),
    placeholder: (plain, scope) =>
      secretPlaceholder(scopedPlaceholderKey(current.placeholders, scope), plain),
    placeholderKey: (scope) => scopedPlaceholderKey(current.placeholders, scope),
    digestKey: current.placeholders.toString('base64'),
    digests: (text) => {
      const digestWith = ({ digesting }: Keys): string =>
        createHmac('sha256', digesting).update(text).digest('hex')
      return [digestWith(current), ...others.map(digestWith)]
    },
    signingSeeds: [seedOf(current), ...others.map(seedOf)],
  }
}

export const unknownKeyMessage =
  'a secret in the database is encrypted with a key that this server does not have; start it with the ' +
  'QLEET_ENCRYPTION_KEY that it was encrypted with, or add that key to QLEET_FORMER_ENCRYPTION_KEYS'

type Parts = [nonce: Buffer, tag: Buffer, body: Buffer]

interface Keys {
  /** The id of the key, which reveals nothing about the key. */
  id: string
  sealing: Buffer
  placeholders: Buffer
  digesting: Buffer
  signing: Buffer
}

function seedOf({ id, signing }: Keys): SigningSeed {
  return { id, seed: signing }
}

function keysOf(key: Buffer): Keys {
  if (key.length < 32) throw new Error('the encryption key must have at least 32 bytes')
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `qleetos ${purpose}`, 32))
  return {
    id: derive('id').toString('hex').slice(0, 8),
    sealing: derive('seal'),
    placeholders: derive('mark'),
    digesting: derive('digest'),
    signing: derive('sign'),
  }
}
