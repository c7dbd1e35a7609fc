import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { decompressXz } from './xz.ts'
import { z } from 'zod'
import { fetchPinned, fetchUrl } from './download.ts'
import { fileEntry, type Entry } from './entry.ts'
import type { Platform } from './platforms.ts'
import { unpackAr, unpackTar } from './unpack.ts'

/*
 * The base of the image: the few packages of Debian that Node.js and Helm need, without a shell and without a package
 * manager. They are pinned by digest, so that any mirror serves.
 */

const PinnedPackage = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** The archive of Debian that has it. */
  archive: z.enum(['debian', 'debian-security']),
  /** The path within the archive and the digest, by architecture. */
  files: z.record(z.string(), z.strictObject({ path: z.string(), sha256: z.string() })),
})
export type PinnedPackage = z.infer<typeof PinnedPackage>

const Pinned = z.strictObject({
  /** The version of Debian. */
  release: z.string(),
  codename: z.string(),
  /** When the packages were current: mirrors drop what is superseded, and snapshot.debian.org has it for good. */
  snapshot: z.string(),
  packages: z.array(PinnedPackage),
})
export type PinnedDebian = z.infer<typeof Pinned>

export const pinnedFile = new URL('./debian.json', import.meta.url)

export async function readPinned(): Promise<PinnedDebian> {
  return Pinned.parse(JSON.parse(await readFile(pinnedFile, 'utf8')))
}

/** Returns the mirrors of Debian: those of this machine, if it is one, and the public ones. */
export async function mirrors(): Promise<string[]> {
  const files = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list']
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  const own = texts.flatMap((text) =>
    [...text.matchAll(/^(?:URIs:|deb(?:\s+\[[^\]]*\])?)\s+(https?:\/\/\S+?)\/debian\/?(?=\s|$)/gm)].map(
      ([, base = '']) => base,
    ),
  )
  return [...new Set([...own, 'https://deb.debian.org'])]
}

/** Returns the files of the base. */
export async function baseEntries(platform: Platform, cache: string): Promise<Entry[]> {
  const pinned = await readPinned()
  const bases = await mirrors()
  const unpacked = await Promise.all(
    pinned.packages.map(async ({ name, version, archive, files }) => {
      const file = files[platform.debian] ?? files['all']
      if (file === undefined)
        throw new Error(`tools/images/debian.json has no ${name} for ${platform.debian}`)
      const urls = [
        ...bases.map((base) => `${base}/${archive}/${file.path}`),
        `https://snapshot.debian.org/archive/${archive}/${pinned.snapshot}/${file.path}`,
      ]
      const sources = urls.map((url) => ({ from: url, fetch: () => fetchUrl(url) }))
      const what = `the Debian package ${name} ${version}`
      return unpackPackage(name, await fetchPinned({ name: what, sha256: file.sha256, sources }, cache))
    }),
  )
  const entries = unpacked.flat()
  return [...entries.filter(({ path }) => isWanted(path)), await certificates(entries), ...accounts()]
}

async function unpackPackage(name: string, archive: Buffer): Promise<Entry[]> {
  const members = unpackAr(archive)
  const control = await unpackTar(await decompress(members, 'control.tar'))
  const description = control.find(({ path }) => path === 'control')
  if (description === undefined || !('read' in description.content))
    throw new Error(`${name} has no description`)
  return [
    ...(await unpackTar(await decompress(members, 'data.tar'))),
    // Scanners of images find the packages by it.
    { path: `var/lib/dpkg/status.d/${name}`, mode: 0o644, content: description.content },
  ]
}

async function decompress(members: ReadonlyMap<string, Buffer>, name: string): Promise<Buffer> {
  const packed = members.get(`${name}.xz`)
  if (packed !== undefined) return decompressXz(packed)
  const zipped = members.get(`${name}.gz`)
  if (zipped !== undefined) return gunzipSync(zipped)
  throw new Error(`the package has neither ${name}.xz nor ${name}.gz`)
}

const unwanted = [
  // Documentation, except licenses.
  /^usr\/share\/doc\/.*\/(?!copyright$)[^/]+$/,
  /^usr\/share\/(man|info|lintian|locale|bug|debconf|base-files)\//,
  // What only interactive systems use.
  /^etc\/(profile\.d|update-motd\.d|skel|motd|issue|issue\.net|opt|default)(\/|$)/,
  /^(boot|home|media|mnt|srv|root|proc|sys|dev|opt)(\/|$)/,
  /^usr\/(games|src|sbin|bin|local|include)\//,
  /^var\/(backups|cache|local|lock|mail|spool|log|opt|lib\/(misc|dpkg\/info))(\/|$)/,
  // Single certificates, which are in one bundle.
  /^(usr\/share\/ca-certificates|etc\/ca-certificates|etc\/ssl\/certs)\//,
  // Conversions between character sets, and programs for a debugger.
  /^usr\/lib\/[^/]+\/gconv(\/|$)/,
  /^usr\/share\/(gcc|gdb)(\/|$)/,
]

function isWanted(path: string): boolean {
  return !unwanted.some((pattern) => pattern.test(path))
}

/** Returns the bundle of certificates that `update-ca-certificates` would generate. */
async function certificates(entries: readonly Entry[]): Promise<Entry> {
  const single = entries
    .filter(({ path }) => path.startsWith('usr/share/ca-certificates/') && path.endsWith('.crt'))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
  const texts = await Promise.all(
    single.map(async ({ content }) => ('read' in content ? (await content.read()).toString() : '')),
  )
  return fileEntry('etc/ssl/certs/ca-certificates.crt', texts.map((text) => `${text.trimEnd()}\n`).join(''))
}

/** The user that runs the programs, as in images of "distroless". */
export const user = 65_532

function accounts(): Entry[] {
  const folder = { folder: true } as const
  return [
    fileEntry(
      'etc/passwd',
      `root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:${user}:${user}:nonroot:/home/nonroot:/sbin/nologin\n`,
    ),
    fileEntry('etc/group', `root:x:0:\nnonroot:x:${user}:\n`),
    fileEntry('etc/nsswitch.conf', 'hosts: files dns\n'),
    { path: 'home/nonroot', mode: 0o700, owner: user, content: folder },
    { path: 'tmp', mode: 0o1777, content: folder },
    { path: 'proc', mode: 0o555, content: folder },
    { path: 'sys', mode: 0o555, content: folder },
    { path: 'dev', mode: 0o755, content: folder },
  ]
}
