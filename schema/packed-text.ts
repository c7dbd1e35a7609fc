import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib'

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

const compressed = promisify(gzip)
const decompressed = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

/** Packs a text as {@link packed} does, in another thread. */
export async function pack(text: string): Promise<string> {
  return (await compressed(text)).toString('base64')
}

/** Unpacks a text as {@link unpacked} does, in another thread. */
export async function unpack(text: string): Promise<string> {
  return (await decompressed(Buffer.from(text, 'base64'), { maxOutputLength: maxBytes })).toString('utf8')
}
