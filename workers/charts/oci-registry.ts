import { z } from 'zod'
import { ChartError } from './chart-error.ts'
import type { Place } from './chart-source.ts'
import {
  basicAuthorization,
  Unauthorised,
  type Download,
  type Downloaded,
  type Downloader,
} from './download.ts'
import { maxArchiveBytes, type Fetched, type FetchChart } from './fetch-chart.ts'
import { chooseVersion, isExact } from './versions.ts'

/*
 * Charts in OCI registries: https://github.com/opencontainers/distribution-spec/blob/main/spec.md and
 * https://helm.sh/docs/topics/registries/
 */

const manifestType = 'application/vnd.oci.image.manifest.v1+json'
const chartLayer = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip'
const maxJsonBytes = 4 * 1024 * 1024
const maxTagPages = 20

const Manifest = z.object({ layers: z.array(z.object({ mediaType: z.string(), digest: z.string() })) })
const Tags = z.object({ tags: z.array(z.string()).nullable() })
const Token = z.object({ token: z.string().optional(), access_token: z.string().optional() })

type Registry = Extract<Place, { type: 'oci' }>

/** Resolves a chart of an OCI registry: its version, and the digest of its layer. */
export async function resolveByTags(
  download: Downloader,
  options: FetchChart & { place: Registry },
): Promise<Fetched> {
  const { source } = options
  const session = createSession(download, options)
  const where = `chart oci://${session.name}`
  const tag = isExact(source.version)
    ? source.version
    : chooseVersion((await session.tags()).map(versionOfTag), source.version, where)
  const { layers } = await session.manifest(tagOfVersion(tag))
  const layer = layers.find(({ mediaType }) => mediaType === chartLayer)
  if (layer === undefined)
    throw new ChartError(
      'NoChart',
      `oci://${session.name}:${tagOfVersion(tag)} is an artifact, but no Helm chart`,
      { blocked: true },
    )
  return { url: `oci://${session.name}@${layer.digest}`, version: tag, digest: layer.digest }
}

/** Fetches the archive of a chart that {@link resolveByTags} has resolved. */
export function fetchBlob(
  download: Downloader,
  options: FetchChart & { place: Registry },
  digest: string,
): Promise<Downloaded> {
  return createSession(download, options).blob(digest)
}

/** Converts between versions and tags, which cannot contain `+`. */
function tagOfVersion(version: string): string {
  return version.replaceAll('+', '_')
}

function versionOfTag(tag: string): string {
  return tag.replaceAll('_', '+')
}

function createSession(download: Downloader, options: FetchChart & { place: Registry }) {
  const { place, source, credentials, isTrusted, signal } = options
  const repository = [place.repository, source.chart].filter((part) => part !== '').join('/')
  const base = `${place.isPlain || isLoopback(place.registry) ? 'http' : 'https'}://${place.registry}`
  let authorization: string | undefined

  const get = async (path: string, rest: Pick<Download, 'limit' | 'accept'>): Promise<Downloaded> => {
    const request = { ...rest, url: path.startsWith('/') ? `${base}${path}` : path, isTrusted, signal }
    try {
      return await download({ ...request, authorization })
    } catch (error) {
      if (!(error instanceof Unauthorised) || authorization !== undefined) throw error
      authorization = await login(error)
      return download({ ...request, authorization })
    }
  }

  /** Returns the authorization that a challenge asks for: https://distribution.github.io/distribution/spec/auth/token/ */
  const login = async (refused: Unauthorised): Promise<string> => {
    const basic = basicAuthorization(credentials)
    const { challenge } = refused
    if (/^basic\b/i.test(challenge) && basic !== undefined) return basic
    const parameters = Object.fromEntries(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    )
    if (!/^bearer\b/i.test(challenge) || parameters['realm'] === undefined) throw refused
    const query = new URLSearchParams({
      ...(parameters['service'] === undefined ? {} : { service: parameters['service'] }),
      scope: parameters['scope'] ?? `repository:${repository}:pull`,
    })
    const url = `${parameters['realm']}?${query.toString()}`
    if (base.startsWith('https:') && !url.startsWith('https:')) throw refused
    const isOwn = url.startsWith(`${base}/`)
    const request = { url, authorization: basic, limit: maxJsonBytes, isTrusted: isTrusted && isOwn, signal }
    const { body } = await download(request)
    const { token, access_token: accessToken } = parsed(Token, body, url)
    return `Bearer ${token ?? accessToken ?? ''}`
  }

  return {
    name: `${place.registry}/${repository}`,
    tags: async (): Promise<string[]> => {
      const tags: string[] = []
      let path: string | undefined = `/v2/${repository}/tags/list?n=1000`
      for (let page = 0; path !== undefined && page < maxTagPages; page += 1) {
        const { body, headers }: Downloaded = await get(path, { limit: maxJsonBytes })
        tags.push(...(parsed(Tags, body, path).tags ?? []))
        const link: string | undefined = /<([^>]+)>;\s*rel="?next/.exec(String(headers['link'] ?? ''))?.[1]
        path = link === undefined ? undefined : new URL(link, base).toString().slice(base.length)
      }
      return tags
    },
    manifest: async (tag: string) => {
      const path = `/v2/${repository}/manifests/${tag}`
      const { body } = await get(path, { limit: maxJsonBytes, accept: manifestType })
      return parsed(Manifest, body, `${base}${path}`)
    },
    blob: (digest: string) => get(`/v2/${repository}/blobs/${digest}`, { limit: maxArchiveBytes }),
  }
}

/** Reports whether a registry is on this machine, where registries have no TLS, as for Docker. */
function isLoopback(registry: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(registry)
}

function parsed<Type extends z.ZodType>(type: Type, body: Buffer, url: string): z.infer<Type> {
  try {
    return type.parse(JSON.parse(body.toString()))
  } catch (cause) {
    throw new ChartError(
      'InvalidRegistry',
      `${url} is not the response of an OCI registry: check repo of the definition`,
      { cause },
    )
  }
}
