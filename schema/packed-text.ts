import { gunzipSync, gzipSync } from 'node:zlib'

/* Long texts, such as the states of Terraform, as they are sent and stored: compressed with gzip, as base64. */

/** The maximum size of a text in bytes. */
const maxBytes = 512 * 1024 * 1024

export function packed(text: string): string {
  return gzipSync(text).toString('base64')
}

/** Throws if the text has more than 512 MiB. */
export function unpacked(text: string): string {
  return gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: maxBytes }).toString('utf8')
}
