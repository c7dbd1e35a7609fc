import { readFile, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { create } from 'tar'
import { ChartError } from './chart-error.ts'
import { maxArchiveBytes, type FetchChart, type Fetched } from './fetch-chart.ts'
import { readChartFacts } from './chart-archive.ts'
import { chooseVersion } from './versions.ts'

/** A chart in a folder of the worker: an archive `<chart>-<version>.tgz`, or the unpacked folder of the chart. */
export interface FolderChart extends Fetched {
  archive: Buffer
}

export interface ReadFolder extends Pick<FetchChart, 'source' | 'isTrusted'> {
  path: string
  /** The folder below which users may name charts. @default none */
  root: string | undefined
}

export async function readFolderChart({ path, root, source, isTrusted }: ReadFolder): Promise<FolderChart> {
  const folder = await allowedFolder(path, isTrusted ? undefined : { root })
  const { chart } = source
  const where = `chart ${chart} in ${path}`
  const unpacked = join(folder, chart)
  if ((await stat(join(unpacked, 'Chart.yaml')).catch(() => undefined)) !== undefined) {
    await allowedFolder(unpacked, { root: folder })
    const archive = await pack(unpacked)
    const { version } = await readChartFacts(archive, unpacked)
    chooseVersion([version], source.version, where)
    return { url: `file://${unpacked}`, version, archive }
  }
  const prefix = `${basename(chart)}-`
  const archives = (await readdir(dirname(unpacked)).catch(() => [])).filter(
    (name) => name.startsWith(prefix) && name.endsWith('.tgz') && /^v?\d/.test(name.slice(prefix.length)),
  )
  if (archives.length === 0) {
    const message = `${where} does not exist: it has neither ${chart}/Chart.yaml nor ${prefix}<version>.tgz`
    throw new ChartError('ChartNotFound', message)
  }
  const version = chooseVersion(
    archives.map((name) => name.slice(prefix.length, -'.tgz'.length)),
    source.version,
    where,
  )
  const file = await allowedFolder(join(dirname(unpacked), `${prefix}${version}.tgz`), { root: folder })
  if ((await stat(file)).size > maxArchiveBytes)
    throw new ChartError('TooLarge', `${file} has more than ${maxArchiveBytes.toLocaleString('en')} bytes`, {
      blocked: true,
    })
  return { url: `file://${file}`, version, archive: await readFile(file) }
}

/** Returns a path without symbolic links. Throws if it is not below the root, which users must not leave. */
async function allowedFolder(path: string, limit?: { root: string | undefined }): Promise<string> {
  if (limit !== undefined && limit.root === undefined) {
    const message =
      `${path} is a folder of the worker, which its operator does not allow: use an https:// or oci:// repository, or ` +
      'have the operator set QLEET_CHART_ROOT'
    throw new ChartError('FolderNotAllowed', message, { blocked: true })
  }
  const real = await realpath(path).catch(() => undefined)
  const root = limit?.root === undefined ? undefined : await realpath(limit.root).catch(() => limit.root)
  if (real !== undefined && (root === undefined || real === root || real.startsWith(`${root}${sep}`)))
    return real
  const why = root === undefined ? 'does not exist' : `does not exist below ${root}`
  throw new ChartError('FolderNotFound', `${path} ${why} on the machine of the worker`)
}

/** The time of all files in a packed chart, so that equal folders have equal digests. */
const packedAt = new Date(0)

async function pack(folder: string): Promise<Buffer> {
  const left = await leftOut(folder)
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !left.ignores(path))
    .map((path) => `${basename(folder)}/${path}`)
    .toSorted()
  const chunks: Buffer[] = []
  const stream = create({ cwd: dirname(folder), gzip: { level: 6 }, portable: true, mtime: packedAt }, files)
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Returns what `helm package` leaves out of an archive: https://helm.sh/docs/chart_template_guide/helm_ignore_file/ */
async function leftOut(folder: string): Promise<Ignore> {
  const patterns = await readFile(join(folder, '.helmignore'), 'utf8').catch(() => '')
  return ignore({ ignorecase: false }).add('templates/.?*').add(patterns)
}
