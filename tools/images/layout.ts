import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { allLabels, imageConfig, imageName, type Build } from './config.ts'
import type { Blob, Layer } from './layer.ts'
import type { Platform } from './platforms.ts'

/*
 * The layout of images in a folder, which registries and their tools read:
 * https://github.com/opencontainers/image-spec/blob/main/image-layout.md
 */

const types = {
  config: 'application/vnd.oci.image.config.v1+json',
  index: 'application/vnd.oci.image.index.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
}

/** An image for one platform, whose blobs are in the layout. */
export interface Image {
  platform: Platform
  layers: readonly Layer[]
  config: Blob
  manifest: Blob
}

interface Descriptor extends Blob {
  mediaType: string
  platform?: { os: string; architecture: string }
  annotations?: Record<string, string>
}

export function blobsOf(layout: string): string {
  return join(layout, 'blobs/sha256')
}

/** Writes configuration and manifest of an image whose layers are in the layout. */
export async function writeImage(
  layout: string,
  { platform, layers }: Pick<Image, 'platform' | 'layers'>,
  build: Build,
): Promise<Image> {
  const config = await writeJson(layout, imageConfig(platform, layers, build))
  const manifest = await writeJson(layout, {
    schemaVersion: 2,
    mediaType: types.manifest,
    config: { mediaType: types.config, ...config },
    layers: layers.map(({ digest, size }) => ({ mediaType: types.layer, digest, size })),
    annotations: allLabels(build),
  })
  return { platform, layers, config, manifest }
}

/** Writes the index of a layout, with one entry for all platforms, and returns the digest of what the entry names. */
export async function writeIndex(
  layout: string,
  images: readonly Image[],
  { version }: Build,
): Promise<Blob> {
  const all = await writeJson(layout, indexOf(images.map(descriptorOf)))
  await writeFile(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  await writeFile(
    join(layout, 'index.json'),
    JSON.stringify(indexOf([{ mediaType: types.index, ...all, annotations: namesOf(version) }])),
  )
  return all
}

/**
 * Writes an archive of one image that `docker load`, `podman load`, skopeo and crane read: a layout with the manifest of
 * Docker beside it.
 */
export async function writeArchive(file: string, layout: string, image: Image & Build): Promise<void> {
  const { layers, config, manifest, version } = image
  const blob = ({ digest }: Blob): string => `blobs/${digest.replace(':', '/')}`
  const docker = [{ Config: blob(config), RepoTags: [`${imageName}:${version}`], Layers: layers.map(blob) }]
  const index = indexOf([{ ...descriptorOf(image), annotations: namesOf(version) }])
  const texts = {
    'index.json': JSON.stringify(index),
    'manifest.json': JSON.stringify(docker),
    'oci-layout': JSON.stringify({ imageLayoutVersion: '1.0.0' }),
  }
  const archive = pack()
  const mtime = new Date(0)
  const written = pipeline(archive, createWriteStream(file))
  for (const [name, text] of Object.entries(texts)) archive.entry({ name, mtime }, text)
  for (const each of [manifest, config, ...layers])
    await pipeline(
      createReadStream(join(layout, blob(each))),
      archive.entry({ name: blob(each), size: each.size, mtime }),
    )
  archive.finalize()
  await written
}

function descriptorOf({ platform, manifest }: Image): Descriptor {
  return { mediaType: types.manifest, ...manifest, platform: { os: 'linux', architecture: platform.debian } }
}

function indexOf(manifests: readonly Descriptor[]): object {
  return { schemaVersion: 2, mediaType: types.index, manifests }
}

function namesOf(version: string): Record<string, string> {
  return {
    'io.containerd.image.name': `${imageName}:${version}`,
    'org.opencontainers.image.ref.name': version,
  }
}

async function writeJson(layout: string, value: object): Promise<Blob> {
  const text = JSON.stringify(value)
  const hex = createHash('sha256').update(text).digest('hex')
  await mkdir(blobsOf(layout), { recursive: true })
  await writeFile(join(blobsOf(layout), hex), text)
  return { digest: `sha256:${hex}`, size: Buffer.byteLength(text) }
}
