import { parse } from 'yaml'
import { z } from 'zod'
import { ChartError } from './chart-error.ts'
import { basicAuthorization, type Downloader } from './download.ts'
import type { Fetched, FetchChart } from './fetch-chart.ts'
import { chooseVersion } from './versions.ts'

/** The maximum size of an index. That of the largest public repositories has 20 MB. */
const maxIndexBytes = 64 * 1024 * 1024

/** An index of a repository: https://helm.sh/docs/topics/chart_repository/#the-index-file */
const Index = z.object({
  entries: z.record(
    z.string(),
    z.array(
      z.object({ version: z.string(), urls: z.array(z.string()).optional(), digest: z.string().optional() }),
    ),
  ),
})

/** Resolves a chart of a repository with an `index.yaml`. */
export async function resolveByIndex(
  download: Downloader,
  options: FetchChart & { url: string },
): Promise<Fetched> {
  const { url, source, credentials, isTrusted, signal } = options
  const index = `${url}/index.yaml`
  const authorization = basicAuthorization(credentials)
  const { body } = await download({ url: index, authorization, limit: maxIndexBytes, isTrusted, signal })
  const versions = readIndex(body, source.chart, index)[source.chart]
  if (versions === undefined || versions.length === 0)
    throw new ChartError(
      'ChartNotFound',
      `${index} has no chart ${JSON.stringify(source.chart)}: check chart of the definition`,
    )
  const where = `chart ${source.chart} in ${url}`
  const version = chooseVersion(
    versions.map((each) => each.version),
    source.version,
    where,
  )
  const entry = versions.find((each) => each.version === version)
  const [archive] = entry?.urls ?? []
  if (archive === undefined)
    throw new ChartError('InvalidIndex', `${index} has no address for version ${version} of ${source.chart}`)
  const digest = entry?.digest === undefined ? undefined : `sha256:${entry.digest.replace(/^sha256:/, '')}`
  const address = new URL(archive, `${url}/`).toString()
  return { url: address, version, ...(digest === undefined ? {} : { digest }) }
}

function readIndex(body: Buffer, chart: string, index: string): z.infer<typeof Index>['entries'] {
  try {
    const text = body.toString()
    const isJson = text.trimStart().startsWith('{')
    return Index.parse(isJson ? JSON.parse(text) : parse(entryOf(text, chart) ?? text)).entries
  } catch (cause) {
    const message = `${index} is no index of a chart repository: check repo of the definition`
    throw new ChartError('InvalidIndex', message, { cause })
  }
}

/**
 * Returns the part of an index with one chart, since parsing all of a large one takes many seconds. Helm writes the names
 * of charts with an indentation of two; undefined for an index of another layout.
 */
function entryOf(text: string, chart: string): string | undefined {
  const name = chart.replaceAll('.', String.raw`\.`)
  const start = new RegExp(String.raw`^ {2}["']?${name}["']?: *\r?$`, 'm').exec(text)?.index
  if (start === undefined || !/^entries:/m.test(text.slice(0, start))) return undefined
  const first = text.indexOf('\n', start) + 1
  const length = text.slice(first).search(/^ {0,2}[^\s#-]/m)
  return `entries:\n${text.slice(start, length < 0 ? undefined : first + length)}`
}
