import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decompressXz } from './xz.ts'
import { mirrors, pinnedFile, type PinnedDebian, type PinnedPackage } from './debian.ts'
import { fetchUrl } from './download.ts'
import { platforms } from './platforms.ts'

/*
 * Writes tools/images/debian.json: the current versions of the packages of the base, with their digests. The indices of
 * Debian are verified with its keys.
 */

const run = promisify(execFile)

const codename = 'trixie'
const packages = [
  'base-files',
  'ca-certificates',
  // The licenses of libgcc-s1 and libstdc++6.
  'gcc-14-base',
  'libc6',
  'libgcc-s1',
  'libstdc++6',
  'netbase',
  'tzdata',
]
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
const suites = [
  { archive: 'debian', suite: codename },
  { archive: 'debian', suite: `${codename}-updates` },
  { archive: 'debian-security', suite: `${codename}-security` },
] as const

/** A package as one index of one architecture lists it. */
interface Listed extends Pick<PinnedPackage, 'name' | 'version' | 'archive'> {
  architecture: string
  path: string
  sha256: string
}

/** Pins the newest versions. Requires the programs and keys of a Debian or Ubuntu. */
export async function pinDebian(): Promise<void> {
  const [mirror = ''] = await mirrors()
  const listed: Listed[] = []
  let release = ''
  for (const { archive, suite } of suites) {
    const base = `${mirror}/${archive}/dists/${suite}`
    const index = await verified(await fetchUrl(`${base}/InRelease`))
    if (suite === codename) release = /^Version: (.*)$/m.exec(index)?.[1] ?? ''
    for (const { debian: architecture } of platforms)
      listed.push(
        ...(await readIndex(base, index, architecture)).map((each) => ({ ...each, archive, architecture })),
      )
  }
  const pinned: PinnedDebian = {
    release,
    codename,
    snapshot: `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}T000000Z`,
    packages: await Promise.all(packages.map((name) => pin(listed.filter((each) => each.name === name)))),
  }
  await writeFile(pinnedFile, `${JSON.stringify(pinned, null, 2)}\n`)
}

/** Returns the text of a signed index. Throws when the signature is not one of Debian. */
async function verified(signed: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-debian-'))
  try {
    const file = join(folder, 'InRelease')
    await writeFile(file, signed)
    return (await run('gpgv', ['--keyring', keyring, '--output', '-', file], { maxBuffer: 16_000_000 }))
      .stdout
  } catch (cause) {
    throw new Error(`the index of Debian cannot be verified with gpgv and ${keyring}: ${String(cause)}`, {
      cause,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function readIndex(base: string, index: string, architecture: string) {
  const path = `main/binary-${architecture}/Packages.xz`
  const [, sums = ''] = index.split('\nSHA256:\n')
  const sha256 = sums
    .split('\n')
    .find((line) => line.endsWith(` ${path}`))
    ?.trim()
    .split(/\s+/)[0]
  const packed = await fetchUrl(`${base}/${path}`)
  if (createHash('sha256').update(packed).digest('hex') !== sha256)
    throw new Error(`${base}/${path} does not have the digest in the index; try again`)
  return (await decompressXz(packed))
    .toString()
    .split('\n\n')
    .flatMap((paragraph) => {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1] ?? ''
      const name = field('Package')
      if (!packages.includes(name)) return []
      return [{ name, version: field('Version'), path: field('Filename'), sha256: field('SHA256') }]
    })
}

async function pin(listed: readonly Listed[]): Promise<PinnedPackage> {
  let [newest] = listed
  for (const each of listed)
    if (newest !== undefined && (await isNewer(each.version, newest.version))) newest = each
  if (newest === undefined) throw new Error(`Debian has none of ${packages.join(', ')}`)
  const { name, version, archive } = newest
  const files = listed
    .filter((each) => each.version === version && each.archive === archive)
    .map(({ architecture, path, sha256 }): [string, { path: string; sha256: string }] => [
      path.endsWith('_all.deb') ? 'all' : architecture,
      { path, sha256 },
    ])
  return { name, version, archive, files: Object.fromEntries(files) }
}

async function isNewer(version: string, than: string): Promise<boolean> {
  return run('dpkg', ['--compare-versions', version, 'gt', than]).then(
    () => true,
    () => false,
  )
}
