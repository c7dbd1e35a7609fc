import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stringify } from 'yaml'
import { packChart, type TestChart } from './charts.ts'

export interface TestRepository {
  /** The address for `repo` of a definition. */
  url: string
  /** The paths of all requests. */
  requests: string[]
  /** Adds a version of a chart, or replaces it. Returns the digest of the archive. */
  add(chart: TestChart): Promise<string>
  close(): Promise<void>
}

export interface RepositoryOptions {
  /** The user and the password that requests need, as `user:password`. @default none */
  login?: string
}

interface Stored extends TestChart {
  archive: Buffer
  digest: string
}

/** Starts a repository with an `index.yaml`: https://helm.sh/docs/topics/chart_repository/ */
export function startHttpRepository({ login }: RepositoryOptions = {}): Promise<TestRepository> {
  const basic = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`
  return start(
    (charts) => (request, response) => {
      if (basic !== undefined && request.headers.authorization !== basic) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="charts"' }).end()
        return
      }
      const path = request.url ?? ''
      if (path === '/charts/index.yaml') {
        const names = new Set([...charts.values()].map(({ name }) => name))
        const entries = Object.fromEntries([...names].map((name) => [name, entriesOf(name, charts)]))
        response.end(stringify({ apiVersion: 'v1', entries, generated: 'now' }, { indentSeq: false }))
        return
      }
      const found = [...charts.values()].find(
        ({ name, version }) => path === `/charts/${name}-${version}.tgz`,
      )
      if (found === undefined) response.writeHead(404).end()
      else response.end(found.archive)
    },
    (port) => `http://127.0.0.1:${port}/charts`,
  )
}

function entriesOf(chart: string, charts: ReadonlyMap<string, Stored>): object[] {
  return [...charts.values()]
    .filter(({ name }) => name === chart)
    .map(({ name, version, digest }) => {
      const urls = [`${name}-${version}.tgz`]
      return { name, version, urls, digest: digest.slice('sha256:'.length) }
    })
}

/** Starts an OCI registry, which issues tokens for a login: https://github.com/opencontainers/distribution-spec */
export function startOciRegistry({ login }: RepositoryOptions = {}): Promise<TestRepository> {
  const token = createHash('sha256')
    .update(login ?? '')
    .digest('hex')
  return start(
    (charts) => (request, response) => {
      const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`)
      if (url.pathname === '/token') {
        const basic = `Basic ${Buffer.from(login ?? '').toString('base64')}`
        if (request.headers.authorization === basic) response.end(JSON.stringify({ token }))
        else response.writeHead(401).end()
        return
      }
      if (login !== undefined && request.headers.authorization !== `Bearer ${token}`) {
        const challenge = `Bearer realm="${url.origin}/token",service="registry",scope="repository:charts/shop:pull"`
        response.writeHead(401, { 'www-authenticate': challenge }).end()
        return
      }
      respondFromRegistry(url, [...charts.values()], response)
    },
    (port) => `oci://127.0.0.1:${port}/charts`,
  )
}

function respondFromRegistry(url: URL, charts: readonly Stored[], response: ServerResponse): void {
  const [, name, what, last = ''] =
    /^\/v2\/charts\/([^/]+)\/(tags|manifests|blobs)\/(.+)$/.exec(url.pathname) ?? []
  const versions = charts.filter((chart) => chart.name === name)
  if (what === 'tags' && versions.length > 0) {
    // Two pages, so that clients have to follow the link.
    const tags = versions.map(({ version }) => version.replaceAll('+', '_'))
    const isSecond = url.searchParams.has('last')
    if (!isSecond) response.setHeader('link', `<${url.pathname}?last=${tags[0]}>; rel="next"`)
    response.end(JSON.stringify({ name, tags: isSecond ? tags.slice(1) : tags.slice(0, 1) }))
    return
  }
  const found = versions.find(({ version, digest }) =>
    what === 'manifests' ? version.replaceAll('+', '_') === last : digest === last,
  )
  if (found === undefined) response.writeHead(404).end()
  else if (what === 'blobs') response.end(found.archive)
  else {
    const mediaType = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip'
    const layers = [{ mediaType, digest: found.digest, size: found.archive.length }]
    response.end(JSON.stringify({ schemaVersion: 2, layers }))
  }
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void

async function start(
  respondFrom: (charts: ReadonlyMap<string, Stored>) => Respond,
  urlOf: (port: number) => string,
): Promise<TestRepository> {
  const charts = new Map<string, Stored>()
  const requests: string[] = []
  const respond = respondFrom(charts)
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: urlOf((server.address() as AddressInfo).port),
    requests,
    add: async (chart) => {
      const archive = await packChart(chart)
      const digest = `sha256:${createHash('sha256').update(archive).digest('hex')}`
      charts.set(`${chart.name} ${chart.version}`, { ...chart, archive, digest })
      return digest
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
