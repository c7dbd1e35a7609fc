import { createHmac } from 'node:crypto'

/*
 * Placeholders replace secret values wherever users can read them. Equal values have equal placeholders, so changes are
 * visible. Placeholders are keyed hashes, so values cannot be guessed without the key.
 */

/**
 * Returns the placeholder of a secret value.
 *
 * @param key A key derived from the encryption key of the control plane
 */
export function secretPlaceholder(key: Buffer, value: string | Buffer): string {
  return `(secret ${createHmac('sha256', key).update(value).digest('hex').slice(0, 16)})`
}

/** Reports whether a text may contain placeholders: a cheap check before parsing. */
export function mayContainPlaceholders(text: string): boolean {
  return text.includes('(secret ')
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Returns the bytes of a value of a Kubernetes Secret, so that a value has the same placeholder in `data` and in
 * `stringData`.
 */
export function secretBytes(section: string, value: unknown): Buffer {
  if (typeof value !== 'string') return Buffer.from(JSON.stringify(value) ?? '')
  const compact = value.replaceAll(/\s/g, '')
  return section === 'data' && base64.test(compact) ? Buffer.from(compact, 'base64') : Buffer.from(value)
}
