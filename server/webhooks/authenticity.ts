import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Reports whether two texts are equal, in a time that tells nothing about them. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
const signaturePattern = /^sha256=[a-f0-9]{64}$/

export function isSignature(header: string | undefined): header is string {
  return header !== undefined && signaturePattern.test(header)
}

/** Reports whether a header is the signature of a body with a secret. */
export function isSignatureOf(body: Buffer, { header, secret }: { header: string; secret: string }): boolean {
  return isSame(header, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
}

/** Returns the token in a header `Authorization`: alone, after `Bearer`, or as the password of `Basic`. */
export function tokenIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, scheme = '', value = ''] = /^(bearer|basic) +(.*)$/i.exec(header) ?? []
  if (scheme === '') return header
  if (scheme.toLowerCase() === 'bearer') return value
  const credentials = Buffer.from(value, 'base64').toString()
  return credentials.slice(credentials.indexOf(':') + 1)
}
