import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { complete, type Entry } from './entry.ts'

/** A blob of an image, as its manifest refers to it. */
export interface Blob {
  digest: string
  size: number
}

/** A layer: a compressed archive of files. */
export interface Layer extends Blob {
  /** What the layer consists of. */
  title: string
  /** The digest of the archive before compression. */
  diffId: string
  /** The size of the archive before compression. */
  unpackedSize: number
}

/** Writes a layer to a folder, under its digest. The same entries result in the same digest: no time is recorded. */
export async function writeLayer(title: string, entries: readonly Entry[], folder: string): Promise<Layer> {
  const archive = pack()
  const plain = createMeter()
  const compressed = createMeter()
  const file = join(folder, `partial-${process.pid}`)
  await Promise.all([
    pipeline(archive, plain.stream, createGzip(), compressed.stream, createWriteStream(file)),
    addAll(archive, complete(entries)),
  ])
  const digest = compressed.digest()
  await rename(file, join(folder, digest.replace('sha256:', '')))
  return { title, digest, size: compressed.size(), diffId: plain.digest(), unpackedSize: plain.size() }
}

async function addAll(archive: Pack, entries: readonly Entry[]): Promise<void> {
  for (const { path, mode, owner = 0, content } of entries) {
    const header = { name: path, mode, uid: owner, gid: owner, mtime: new Date(0) }
    if ('folder' in content) await add(archive, { ...header, type: 'directory' })
    else if ('link' in content) await add(archive, { ...header, type: 'symlink', linkname: content.link })
    else await add(archive, { ...header, type: 'file' }, await content.read())
  }
  archive.finalize()
}

function add(archive: Pack, header: Parameters<Pack['entry']>[0], content?: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const written = (error?: Error | null): void => (error ? reject(error) : resolve())
    if (content === undefined) archive.entry(header, written)
    else archive.entry(header, content, written)
  })
}

/** Returns a stream that passes everything on, and measures it. */
function createMeter() {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, size: () => size, digest: () => `sha256:${hash.digest('hex')}` }
}
