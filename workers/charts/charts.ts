import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { unlessAborted } from '../../process/unless-aborted.ts'
import { createBudget } from '../../process/upstream/budget.ts'
import { isRecord, parseManifests, type Manifest } from '../../schema/manifests.ts'
import type { Values } from '../../schema/values-document.ts'
import { digestOf } from '../../process/oci-registry.ts'
import { assertDigest, readChartFacts } from './chart-archive.ts'
import { ChartError } from './chart-error.ts'
import { ChartCache } from './chart-cache.ts'
import { readFolderChart } from './chart-folder.ts'
import { mirrored, placeOf, type ChartSource, type Credentials, type Mirror } from './chart-source.ts'
import { basicAuthorization, type Downloader } from './download.ts'
import { maxArchiveBytes, type Fetched } from './fetch-chart.ts'
import { runHelm, type Release } from './helm.ts'
import { resolveByIndex } from './http-repository.ts'
import { ownCharts, ownChartsFolder } from './own-charts.ts'
import { fetchBlob, resolveByTags } from './oci-registry.ts'

/** A version of a chart, exactly as it was found. */
export interface ResolvedChart {
  /** The address of its archive. */
  url: string
  chart: string
  chartVersion: string
  appVersion: string
  /** The digest of its archive, `sha256:…`. */
  digest: string
}

export interface RenderChart {
  source: ChartSource
  credentials: Credentials
  chart: Pick<ResolvedChart, 'chartVersion' | 'digest'>
  release: Release
  /** The values that errors must not contain. */
  secretValues: Values
  /** Renders again even if the result is known, to find what differs between renderings. @default false */
  isRepeated?: boolean
  /** The longest text to parse, which keeps a thread busy: about half a second for each megabyte. @default that of helm's output */
  maxText?: number
}

/** Fetches and renders charts. Throws ChartError. */
export interface Charts {
  /** Chooses a version of a chart and fetches it into the cache. */
  resolve(source: ChartSource, credentials: Credentials, signal: AbortSignal): Promise<ResolvedChart>
  /** Renders a chart. Fetches it only if the cache does not have it. The result is shared and must not be changed. */
  render(chart: RenderChart, signal: AbortSignal): Promise<readonly Manifest[]>
}

export interface ChartSettings {
  /** The name or path of the helm program. */
  helm: string
  /** The folder of the cache of chart archives. */
  cacheFolder: string
  /** The maximum size of the cache in bytes. */
  cacheBytes: number
  mirrors: readonly Mirror[]
  /** The folder below which definitions may name charts of the worker. @default none */
  root: string | undefined
}

/** Milliseconds for fetching a chart, which several reconciles may wait for. */
const fetchTimeout = 50_000

/** The maximum length of the texts whose manifests a thread caches. */
const maxCachedBytes = 32 * 1024 * 1024

interface Rendering {
  manifests: readonly Manifest[]
  /** The digest of the text. */
  digest: string
  bytes: number
}

/** The number of renderings of a thread at a time. */
const maxRenderings = 2

export function createCharts(settings: ChartSettings, download: Downloader): Charts {
  const cache = new ChartCache(settings.cacheFolder, settings.cacheBytes)
  const rendered = new LRUCache<string, Rendering>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  const fetching = new Map<string, Promise<ResolvedChart>>()
  const slots = createBudget(maxRenderings)

  const fetch = async (source: ChartSource, credentials: Credentials): Promise<ResolvedChart> => {
    const found = await fetchArchive(source, credentials, AbortSignal.timeout(fetchTimeout))
    const { archive, url } = found
    assertDigest(archive, found.digest, url)
    assertDigest(archive, source.digest, url)
    const { name, version, appVersion } = await readChartFacts(archive, url)
    await cache.store(archive)
    return { url, chart: name, chartVersion: version, appVersion, digest: digestOf(archive) }
  }

  const fetchArchive = async (
    source: ChartSource,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<Fetched & { archive: Buffer }> => {
    if (source.repo === ownCharts)
      return readFolderChart({ path: ownChartsFolder, root: ownChartsFolder, source, isTrusted: true })
    const address = mirrored(source.repo, settings.mirrors)
    const place = placeOf(address)
    const options = { source, credentials, isTrusted: address.isTrusted, signal }
    if (place.type === 'folder') return readFolderChart({ ...options, path: place.path, root: settings.root })
    if (place.type === 'oci') {
      const found = await resolveByTags(download, { ...options, place })
      const { body } = await fetchBlob(download, { ...options, place }, found.digest ?? '')
      return { ...found, archive: body }
    }
    const found = await resolveByIndex(download, { ...options, url: place.url })
    const archive = mirrored(found.url, settings.mirrors)
    const isSameHost = new URL(found.url).host === new URL(place.url).host
    const { body } = await download({
      url: archive.address,
      authorization: isSameHost ? basicAuthorization(credentials) : undefined,
      isTrusted: archive.isTrusted || (address.isTrusted && isSameHost),
      limit: maxArchiveBytes,
      signal,
    })
    return { ...found, url: archive.address, archive: body }
  }

  const resolve: Charts['resolve'] = (source, credentials, signal) => {
    const key = keyOf({ source, credentials })
    const pending = fetching.get(key) ?? fetch(source, credentials).finally(() => fetching.delete(key))
    fetching.set(key, pending)
    return unlessAborted(pending, signal)
  }

  const archiveOf = async (
    { source, credentials, chart }: RenderChart,
    signal: AbortSignal,
  ): Promise<string> => {
    const cached = await cache.find(chart.digest)
    if (cached !== undefined) return cached
    await resolve({ ...source, version: chart.chartVersion, digest: chart.digest }, credentials, signal)
    return (await cache.find(chart.digest)) ?? ''
  }

  const runRendering = async (
    request: RenderChart,
    archive: string,
    signal: AbortSignal,
  ): Promise<string> => {
    const { release, secretValues } = request
    const leave = await slots.take(signal)
    try {
      return await runHelm({
        program: settings.helm,
        archive,
        chart: chartName(request),
        release,
        secrets: stringsIn(secretValues),
        signal,
      })
    } finally {
      leave()
    }
  }

  return {
    resolve,
    render: async (request, signal) => {
      const { chart, release, isRepeated = false, maxText } = request
      const key = keyOf({ digest: chart.digest, release })
      const known = isRepeated ? undefined : rendered.get(key)
      if (known !== undefined) return known.manifests
      const archive = await archiveOf(request, signal)
      const text = await runRendering(request, archive, signal)
      if (maxText !== undefined && text.length > maxText) throw tooLong(chartName(request), maxText)
      const digest = keyOf({ text })
      const first = rendered.get(key)
      if (first?.digest === digest) return first.manifests
      const manifests = readRendering(text, chartName(request))
      if (!isRepeated) rendered.set(key, { manifests, digest, bytes: text.length + 1 })
      return manifests
    },
  }
}

function chartName({ source, chart }: RenderChart): string {
  return `${source.chart} ${chart.chartVersion}`
}

function tooLong(chart: string, maxText: number): ChartError {
  const limit = maxText.toLocaleString('en')
  return new ChartError('TooLarge', `chart ${chart} renders to more than ${limit} characters`, {
    blocked: true,
  })
}

function readRendering(text: string, chart: string): readonly Manifest[] {
  const { manifests, errors } = parseManifests(text)
  const [first] = errors
  if (first === undefined) return manifests
  const { path, message } = first
  const what = `chart ${chart} renders an invalid resource: ${[path, message].join(' ').trim()}`
  throw new ChartError('InvalidRendering', `${what}; correct the values, or use another version`, {
    blocked: true,
  })
}

/** Returns a digest of a value, so that keys contain no secrets. */
function keyOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64')
}

/** Returns all texts in secret values, the longest first, so that a part of one does not hide the rest of it. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).length < 4 ? [] : [String(value)]
  const entries = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  return entries.flatMap(stringsIn).toSorted((a, b) => b.length - a.length)
}
