import { Parser, type ReadEntry } from 'tar'
import { parse } from 'yaml'
import { z } from 'zod'
import { digestOf } from '../../process/oci-registry.ts'
import { ChartError } from './chart-error.ts'

/** The facts about a chart in its `Chart.yaml`. */
export interface ChartFacts {
  name: string
  version: string
  appVersion: string
}

/** Limits of the content of an archive. The largest public charts have a few hundred files and ten megabytes. */
const limits = { entries: 20_000, bytes: 256 * 1024 * 1024, chartYamlBytes: 1024 * 1024 }

const ChartYaml = z.object({
  name: z.string(),
  version: z.coerce.string(),
  appVersion: z.coerce.string().default(''),
  type: z.string().optional(),
})

/** Throws DigestMismatch unless an archive has the digest that it should have. */
export function assertDigest(archive: Buffer, expected: string | undefined, url: string): void {
  const found = digestOf(archive)
  if (expected === undefined || found === expected) return
  const message =
    `the chart ${url} has the digest ${found} instead of ${expected}: it was replaced in its repository; check who ` +
    'replaced it, then set digest of the definition to the one that you trust'
  throw new ChartError('DigestMismatch', message, { blocked: true })
}

/** Reads `Chart.yaml` of an archive. Throws ChartError for an archive that is no chart, or that is too large. */
export async function readChartFacts(archive: Buffer, url: string): Promise<ChartFacts> {
  const text = await chartYamlOf(archive, url)
  if (text === undefined)
    throw new ChartError('InvalidChart', `${url} is no Helm chart: it has no Chart.yaml`, { blocked: true })
  const chart = ChartYaml.safeParse(parsedOrUndefined(text))
  if (!chart.success)
    throw new ChartError('InvalidChart', `Chart.yaml of ${url} has no name or no version`, { blocked: true })
  const { name, version, appVersion, type } = chart.data
  if (type === 'library')
    throw new ChartError('InvalidChart', `${url} is a library chart, which has no resources`, {
      blocked: true,
    })
  return { name, version, appVersion }
}

function parsedOrUndefined(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

function chartYamlOf(archive: Buffer, url: string): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const total = { entries: 0, bytes: 0 }
  let found: Promise<Buffer> | undefined
  const onReadEntry = (entry: ReadEntry): void => {
    total.entries += 1
    total.bytes += entry.size
    if (total.entries > limits.entries || total.bytes > limits.bytes) {
      parser.abort(new Error('too large'))
      const limit = `${limits.entries.toLocaleString('en')} files and ${limits.bytes.toLocaleString('en')} bytes`
      reject(new ChartError('TooLarge', `${url} unpacks to more than ${limit}`, { blocked: true }))
    } else if (
      /^[^/]+\/Chart\.yaml$/.test(entry.path.replace(/^\.\//, '')) &&
      entry.size <= limits.chartYamlBytes
    )
      found = entry.concat()
    else entry.resume()
  }
  const parser = new Parser({ strict: true, onReadEntry })
  parser.on('end', () => resolve(found?.then((text) => text.toString())))
  parser.on('error', (cause: unknown) =>
    reject(
      new ChartError('InvalidChart', `${url} is no archive of a Helm chart (.tgz)`, { blocked: true, cause }),
    ),
  )
  parser.end(archive)
  return promise
}
