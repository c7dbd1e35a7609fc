import { z } from 'zod'
import { schemasOfDocument, type CustomSchema } from '../../../schema/kubernetes/custom-schemas.ts'
import { maxSchemaLength, maxVersions, ServedVersion } from '../../../schema/runtime-schemas.ts'
import type { KubeClient } from './client.ts'
import { parseResponse } from './parse-response.ts'

/*
 * The OpenAPI v3 documents of a cluster, one for each API version, with a hash that changes with its content.
 * https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */

const Index = z.object({ paths: z.record(z.string(), z.object({ serverRelativeURL: z.string() })) })

/** The size limits of responses, in bytes. */
const maxIndexBytes = 2_000_000
const maxDocumentBytes = 16_000_000

/** The timeout of a request, in milliseconds. */
const timeout = 8000

/** Returns the API versions of custom kinds that a cluster serves, ordered, without those that have no hash. */
export async function servedVersions(client: KubeClient, signal: AbortSignal): Promise<ServedVersion[]> {
  const path = '/openapi/v3'
  const response = await client.request({ method: 'GET', path, signal, timeout, maxBytes: maxIndexBytes })
  const { paths } = parseResponse(Index, response, client)
  return Object.entries(paths)
    .flatMap(([key, { serverRelativeURL }]) => {
      const apiVersion = /^apis\/([^/]+\/[^/]+)$/.exec(key)?.[1]
      const hash = /[?&]hash=([^&]+)/.exec(serverRelativeURL)?.[1]
      return ServedVersion.safeParse({ apiVersion, hash }).data ?? []
    })
    .sort((a, b) => (a.apiVersion < b.apiVersion ? -1 : 1))
    .slice(0, maxVersions)
}

/** Returns the schemas of the kinds of an API version; none if they are too large to be checked. */
export async function schemasOf(
  client: KubeClient,
  { apiVersion, hash }: ServedVersion,
  signal: AbortSignal,
): Promise<Record<string, CustomSchema>> {
  const path = `/openapi/v3/apis/${apiVersion}`
  const request = {
    method: 'GET',
    path,
    query: { hash },
    signal,
    timeout,
    maxBytes: maxDocumentBytes,
  } as const
  const schemas = schemasOfDocument(await client.request(request), apiVersion)
  const text = JSON.stringify(schemas)
  // Postgres stores neither NUL nor lone surrogates, which JSON.stringify escapes.
  const isStorable = text.length <= maxSchemaLength && !/\\u(0000|d[89a-f])/.test(text)
  return isStorable ? schemas : {}
}
