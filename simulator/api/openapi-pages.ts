import { createHash } from 'node:crypto'
import type { ClusterContext } from '../context.ts'
import { documentOf } from '../openapi/document.ts'
import { binaryDocument, binaryType, jsonDocument } from '../openapi/v2.ts'
import type { Resource } from '../resources/resource.ts'
import type { Call } from './call.ts'
import { sendText } from './respond.ts'

export interface OpenapiPages {
  /** Responds to a request for a document; returns false for other requests. */
  serve(call: Call): boolean
}

/** Serves `/openapi/v3` and the document of each group and version, built at its first request. */
export function openapiPages({ registry }: ClusterContext): OpenapiPages {
  const documents = new Map<string, string>()
  let result = registry.version()

  function groups(): Map<string, Resource[]> {
    const found = new Map<string, Resource[]>()
    for (const resource of registry.all()) {
      const path =
        resource.group === '' ? `api/${resource.version}` : `apis/${resource.group}/${resource.version}`
      const known = found.get(path)
      if (known === undefined) found.set(path, [resource])
      else known.push(resource)
    }
    return found
  }

  function documentFor(path: string): string | undefined {
    if (result !== registry.version()) {
      documents.clear()
      result = registry.version()
    }
    const known = documents.get(path)
    if (known !== undefined) return known
    const resources = groups().get(path)
    if (resources === undefined) return undefined
    const text = JSON.stringify(documentOf(resources))
    documents.set(path, text)
    return text
  }

  function index(): string {
    const hash = createHash('sha256')
      .update(String(registry.version()))
      .digest('hex')
      .slice(0, 16)
      .toUpperCase()
    const paths = [...groups().keys()].map((path) => [
      path,
      { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` },
    ])
    return JSON.stringify({ paths: Object.fromEntries(paths) })
  }

  return {
    serve({ request, response, url }) {
      const { pathname } = url
      if (pathname === '/openapi/v2') {
        const isBinary = (request.headers.accept ?? '').includes('protobuf')
        const text = isBinary ? binaryDocument() : jsonDocument()
        sendText(response, 200, { text, type: isBinary ? binaryType : 'application/json' })
        return true
      }
      if (!pathname.startsWith('/openapi/v3')) return false
      const path = pathname.slice('/openapi/v3'.length).replaceAll(/^\/|\/$/g, '')
      const text = path === '' ? index() : documentFor(path)
      if (text === undefined) return false
      sendText(response, 200, { text, type: 'application/json' })
      return true
    },
  }
}
