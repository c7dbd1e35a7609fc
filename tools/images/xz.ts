import { buffer } from 'node:stream/consumers'
// The package is CommonJS, without names that Node.js finds.
import xz from 'xz-decompress'

/** Decompresses an `.xz` file. */
export function decompressXz(packed: Buffer): Promise<Buffer> {
  return buffer(new xz.XzReadableStream(new Blob([new Uint8Array(packed)]).stream()))
}
