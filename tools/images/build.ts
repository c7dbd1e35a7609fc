import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { applicationEntries, dependencyEntries } from './application.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { imageName, type Build } from './config.ts'
import { baseEntries } from './debian.ts'
import { complete, type Entry } from './entry.ts'
import { writeLayer, type Layer } from './layer.ts'
import { openLayerCache, type LayerCache } from './layer-cache.ts'
import { blobsOf, writeArchive, writeImage, writeIndex, type Image } from './layout.ts'
import { readLock, type Locked } from './lock.ts'
import type { Platform } from './platforms.ts'
import { helmEntry, nodeEntries } from './programs.ts'

export interface Settings {
  /** The repository. */
  root: string
  platforms: readonly Platform[]
  /** Programs to use instead of the pinned one, by the name of their platform. */
  givenHelm: ReadonlyMap<string, string>
  withHelm: boolean
}

/** A layer before it is written. */
interface Part {
  title: string
  entries: () => Promise<Entry[]>
  /** True if it is the same for all platforms. */
  isShared?: boolean
  /** True if it consists of what is pinned, so that it is written once. */
  isPinned?: boolean
}

function cacheOf(root: string): string {
  return join(root, 'dist/image-cache')
}

/** Returns the layers of the image, from what changes rarely to what every commit changes. */
function partsOf(platform: Platform, lock: Locked, settings: Settings): Part[] {
  const { root, withHelm, givenHelm } = settings
  const cache = cacheOf(root)
  const helm = { platform, cache, given: givenHelm.get(platform.name) }
  return [
    { title: 'Debian', entries: () => baseEntries(platform, cache), isPinned: true },
    { title: 'Node.js', entries: () => nodeEntries(platform, lock, root), isPinned: true },
    ...(withHelm
      ? [{ title: 'Helm', entries: async () => [await helmEntry(helm)], isPinned: helm.given === undefined }]
      : []),
    { title: 'dependencies', entries: () => dependencyEntries(lock, root), isShared: true, isPinned: true },
    { title: 'QleetOS', entries: () => applicationEntries(root), isShared: true },
  ]
}

/**
 * Builds the images and returns what it wrote, as text: a layout of OCI with all platforms, and for each platform an archive
 * and a list of its software. The same commit results in the same digests.
 */
export async function buildImages(output: string, settings: Settings): Promise<string> {
  const { root, platforms, givenHelm, withHelm } = settings
  const lock = await readLock(join(root, 'package-lock.json'))
  const build = await readBuild(root)
  const layout = join(output, 'oci')
  await rm(layout, { recursive: true, force: true })
  await mkdir(blobsOf(layout), { recursive: true })
  const write = layerWriter(blobsOf(layout), await openLayerCache(root, cacheOf(root)))
  const images: Image[] = []
  const lines: string[] = []
  for (const platform of platforms) {
    const layers: Layer[] = []
    for (const part of partsOf(platform, lock, settings)) layers.push(await write(part, platform))
    const image = await writeImage(layout, { platform, layers }, build)
    const file = join(output, `qleetos-${build.version}-${platform.name.replace('/', '-')}`)
    const helm = !withHelm ? 'none' : givenHelm.has(platform.name) ? 'given' : 'pinned'
    await writeArchive(`${file}.tar`, layout, { ...image, ...build })
    await writeFile(`${file}.cdx.json`, await billOfMaterials(platform, { lock, helm, build }))
    images.push(image)
    lines.push(describe(image), `  archive    ${file}.tar`, `  software   ${file}.cdx.json`)
  }
  const { digest } = await writeIndex(layout, images, build)
  return [`${imageName}:${build.version}  ${digest}`, `  layout     ${layout}`, ...lines, ''].join('\n')
}

/** Returns a function that writes layers: each once for all platforms that share it, and pinned ones once for all builds. */
function layerWriter(blobs: string, cached: LayerCache) {
  const shared = new Map<string, Layer>()
  return async (part: Part, platform: Platform): Promise<Layer> => {
    const { title, entries, isShared = false, isPinned = false } = part
    const name = isShared ? title : `${title} ${platform.name}`
    const write = async (folder: string): Promise<Layer> => writeLayer(title, await entries(), folder)
    const layer = shared.get(name) ?? (await (isPinned ? cached(name, write, blobs) : write(blobs)))
    shared.set(name, layer)
    return layer
  }
}

function describe({ platform, layers, manifest }: Image): string {
  const rows = layers.map(
    ({ title, size, unpackedSize }) =>
      `  ${title.padEnd(13)}${megabytes(size)}, unpacked ${megabytes(unpackedSize)}`,
  )
  const sum = (sizes: readonly number[]): string => megabytes(sizes.reduce((total, size) => total + size, 0))
  return [
    `${platform.name}  ${manifest.digest}`,
    ...rows,
    `  ${'in total'.padEnd(13)}${sum(layers.map(({ size }) => size))}, unpacked ${sum(layers.map((each) => each.unpackedSize))}`,
  ].join('\n')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1).padStart(6)} MB`
}

/** Writes the files of the image for the first platform into an empty folder. */
export async function writeFiles(folder: string, settings: Settings): Promise<void> {
  const [platform] = settings.platforms
  if (platform === undefined) throw new Error('--rootfs needs a platform')
  const lock = await readLock(join(settings.root, 'package-lock.json'))
  for (const { entries } of partsOf(platform, lock, settings))
    for (const { path, mode, owner = 0, content } of complete(await entries())) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      if ('link' in content) await symlink(content.link, file)
      else {
        if ('folder' in content) await mkdir(file, { recursive: true })
        else await writeFile(file, await content.read())
        // The mask of the process applies to new files only.
        await chmod(file, mode)
        if (process.getuid?.() === 0) await chown(file, owner, owner)
      }
    }
}

/** Returns the version, and the commit if the folder is a clone. SOURCE_DATE_EPOCH replaces the time of the commit. */
async function readBuild(root: string): Promise<Build> {
  const git = (...args: string[]): Promise<string> =>
    promisify(execFile)('git', ['-C', root, ...args]).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
  const commit = await git('rev-parse', 'HEAD')
  const isDirty = (await git('status', '--porcelain')) !== ''
  // Outside of a clone, the time is unknown.
  const seconds = process.env['SOURCE_DATE_EPOCH'] ?? (await git('log', '-1', '--format=%ct'))
  return {
    version: packageJson.version,
    revision: commit !== '' && isDirty ? `${commit}-dirty` : commit,
    created: new Date(Number(seconds) * 1000),
  }
}
