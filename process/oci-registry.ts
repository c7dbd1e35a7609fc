import { createHash } from 'node:crypto'
import { z } from 'zod'

/*
 * A client of OCI registries: https://github.com/opencontainers/distribution-spec/blob/main/spec.md. Its callers send the
 * requests, each within its own limits and with errors in its own words.
 */

const manifestType = 'application/vnd.oci.image.manifest.v1+json'
const indexType = 'application/vnd.oci.image.index.v1+json'
/** The manifests of images, for one platform or for several. */
const imageTypes = [
  indexType,
  manifestType,
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')
const maxJsonBytes = 4 * 1024 * 1024
const maxTagPages = 20

const Manifest = z.object({
  layers: z.array(
    z.object({
      mediaType: z.string(),
      digest: z.string(),
      size: z.number().optional(),
      annotations: z.record(z.string(), z.string()).optional(),
    }),
  ),
})
/** The manifest of an image for one platform, or the index of one for several. */
const ImageManifest = z.union([
  z.object({ manifests: z.array(z.object({ digest: z.string() })) }),
  z.object({ config: z.object({ digest: z.string() }), layers: z.array(z.object({ digest: z.string() })) }),
])
const Referrers = z.object({ manifests: z.array(z.object({ digest: z.string() })) })
const Tags = z.object({ tags: z.array(z.string()).nullable() })
const Token = z.object({ token: z.string().optional(), access_token: z.string().optional() })

export interface RegistryRequest {
  url: string
  accept?: string
  authorization?: string | undefined
  /** The maximum number of bytes. */
  limit: number
  /** True for requests to the registry, false for those to a token service elsewhere. */
  isOwn: boolean
}

export interface RegistryResponse {
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface RepositoryOptions {
  /** The host of the registry, with its port unless it is the default. */
  registry: string
  /** The name of the repository within the registry. */
  repository: string
  /** Without TLS. A registry on this machine never has it, as for Docker. */
  isPlain: boolean
  /** The header of a login by name and password. */
  login: string | undefined
  /** Sends a request. Throws for every status but 200; for 401, an error with the `challenge` of the response. */
  get(request: RegistryRequest): Promise<RegistryResponse>
  /** Creates the error for a response that is none of a registry. */
  invalid(url: string, cause: unknown): Error
}

/** A manifest with its digest. */
export type RegistryManifest = z.infer<typeof Manifest> & { digest: string }

/** A repository of an OCI registry. */
export interface Repository {
  tags(): Promise<string[]>
  /** Returns the manifest of a tag or a digest. */
  manifest(reference: string): Promise<RegistryManifest>
  /** Returns the digests of the manifests that name an image as their subject, by the API for that. */
  referrers(digest: string): Promise<string[]>
  /** Returns the digests of the manifests in the index with a tag. */
  indexed(tag: string): Promise<string[]>
  /** Returns the digest of the image with a tag: that of its index if it is for several platforms. */
  imageDigest(tag: string): Promise<string>
  blob(digest: string, limit: number): Promise<RegistryResponse>
}

/** Creates a client, which logs in when the registry asks for it. */
export function createRepository(options: RepositoryOptions): Repository {
  const { registry, repository, isPlain, login, get, invalid } = options
  const base = `${isPlain || isLoopback(registry) ? 'http' : 'https'}://${registry}`
  let authorization: string | undefined

  const send = async (
    path: string,
    rest: Pick<RegistryRequest, 'limit' | 'accept'>,
  ): Promise<RegistryResponse> => {
    const request = { ...rest, url: `${base}${path}`, isOwn: true }
    try {
      return await get({ ...request, authorization })
    } catch (error) {
      if (!isChallenge(error) || authorization !== undefined) throw error
      authorization = await authorize(error)
      return get({ ...request, authorization })
    }
  }

  /** Returns the authorization that a challenge asks for: https://distribution.github.io/distribution/spec/auth/token/ */
  const authorize = async (refused: Error & { challenge: string }): Promise<string> => {
    const { challenge } = refused
    if (/^basic\b/i.test(challenge) && login !== undefined) return login
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
    const { body } = await get({ url, authorization: login, limit: maxJsonBytes, isOwn })
    const { token, access_token: accessToken } = parsed(Token, body, url)
    return `Bearer ${token ?? accessToken ?? ''}`
  }

  const parsed = <Type extends z.ZodType>(type: Type, body: Buffer, url: string): z.infer<Type> => {
    try {
      return type.parse(JSON.parse(body.toString()))
    } catch (cause) {
      throw invalid(url, cause)
    }
  }

  const indexAt = async (path: string): Promise<string[]> => {
    const { body } = await send(path, { limit: maxJsonBytes, accept: indexType })
    return parsed(Referrers, body, `${base}${path}`).manifests.map(({ digest }) => digest)
  }

  return {
    tags: async () => {
      const tags: string[] = []
      let path: string | undefined = `/v2/${repository}/tags/list?n=1000`
      for (let page = 0; path !== undefined && page < maxTagPages; page += 1) {
        const { body, headers }: RegistryResponse = await send(path, { limit: maxJsonBytes })
        tags.push(...(parsed(Tags, body, path).tags ?? []))
        const link: string | undefined = /<([^>]+)>;\s*rel="?next/.exec(String(headers['link'] ?? ''))?.[1]
        path = link === undefined ? undefined : new URL(link, base).toString().slice(base.length)
      }
      return tags
    },
    manifest: async (reference) => {
      const path = `/v2/${repository}/manifests/${reference}`
      const { body } = await send(path, { limit: maxJsonBytes, accept: manifestType })
      return { ...parsed(Manifest, body, `${base}${path}`), digest: digestOf(body) }
    },
    referrers: async (digest) => indexAt(`/v2/${repository}/referrers/${digest}`),
    indexed: async (tag) => indexAt(`/v2/${repository}/manifests/${tag}`),
    imageDigest: async (tag) => {
      const path = `/v2/${repository}/manifests/${tag}`
      const { body } = await send(path, { limit: maxJsonBytes, accept: imageTypes })
      parsed(ImageManifest, body, `${base}${path}`)
      return digestOf(body)
    },
    blob: (digest, limit) => send(`/v2/${repository}/blobs/${digest}`, { limit }),
  }
}

/** Returns the digest of bytes as OCI spells it, `sha256:…`. */
export function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

function isChallenge(error: unknown): error is Error & { challenge: string } {
  return error instanceof Error && 'challenge' in error && typeof error.challenge === 'string'
}

/** Reports whether a registry is on this machine, where registries have no TLS, as for Docker. */
function isLoopback(registry: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(registry)
}
