import { gunzipSync, gzipSync } from 'node:zlib'

/** The maximum size of a state in bytes. */
const maxStateBytes = 512 * 1024 * 1024

/** Returns a state as it is sent: compressed, as base64. */
export function packed(state: string): string {
  return gzipSync(state).toString('base64')
}

/** Returns a state from the form in which it is sent. */
export function unpacked(text: string): string {
  return gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: maxStateBytes }).toString('utf8')
}
