import { createHmac } from 'node:crypto'

/*
 * Marks stand in for secret values wherever people may look. Equal values have equal marks, so a change is seen; without the
 * key nobody can try out what a mark stands for.
 */

/** Text of a mark, for telling a value from its stand-in. */
export const markPattern = /^\(secret [0-9a-f]{16}\)$/

/** @param key Derived from the encryption key of the control plane. */
export function secretMark(key: Buffer, value: string | Buffer): string {
  return `(secret ${createHmac('sha256', key).update(value).digest('hex').slice(0, 16)})`
}

/** Whether a text holds marks: a look that costs nothing, before anything is parsed. */
export function mayHoldMarks(text: string): boolean {
  return text.includes('(secret ')
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * What a value of a Kubernetes Secret says, whether it is written as `data` or as `stringData`, so that both have one mark.
 */
export function secretBytes(section: string, value: unknown): Buffer {
  if (typeof value !== 'string') return Buffer.from(JSON.stringify(value) ?? '')
  const packed = value.replaceAll(/\s/g, '')
  return section === 'data' && base64.test(packed) ? Buffer.from(packed, 'base64') : Buffer.from(value)
}
