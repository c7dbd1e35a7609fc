import { createHmac } from 'node:crypto'
import { isBase64 } from './secret-syntax.ts'

/*
 * Placeholders replace secret values wherever users can read them. Within a scope, such as a field of an object, equal values have
 * equal placeholders, so changes are visible. Placeholders are keyed hashes, so values cannot be guessed without the key, nor by
 * writing guesses elsewhere and comparing placeholders.
 */

/**
 * Returns the key of the placeholders within a scope. Those of different scopes cannot be compared.
 *
 * @param key A key derived from the encryption key of the control plane
 */
export function scopedPlaceholderKey(key: Buffer, scope: string): Buffer {
  return createHmac('sha256', key).update(scope).digest()
}

/**
 * Returns the placeholder of a secret value.
 *
 * @param key The key of a scope
 */
export function secretPlaceholder(key: Buffer, value: string | Buffer): string {
  return `(secret ${createHmac('sha256', key).update(value).digest('hex').slice(0, 16)})`
}

/**
 * Returns the bytes of a value of a Kubernetes Secret, so that a value has the same placeholder in `data` and in
 * `stringData`.
 */
export function secretBytes(section: string, value: unknown): Buffer {
  if (typeof value !== 'string') return Buffer.from(JSON.stringify(value) ?? '')
  return section === 'data' && isBase64(value) ? Buffer.from(value, 'base64') : Buffer.from(value)
}
