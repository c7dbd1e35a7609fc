import type { ClusterContext } from '../context.ts'
import { kubernetesVersion } from '../generated/kubernetes-version.ts'
import type { JsonObject } from '../json.ts'
import type { Call } from './call.ts'
import { aggregatedDiscovery, coreVersions, groupDocument, groupList, resourceList } from './discovery.ts'
import { accepts } from './negotiate.ts'
import { openapiPages } from './openapi-pages.ts'
import { sendObject, sendText } from './respond.ts'

/** Endpoints that are not resources: health, version, discovery, OpenAPI. */
export interface Pages {
  /** Handles the call; returns false for other paths. */
  serve(call: Call): boolean
}

export function createPages(context: ClusterContext): Pages {
  const { registry } = context
  const openapi = openapiPages(context)

  function documentOf(pathname: string): JsonObject | undefined {
    if (pathname === '/version') return version
    if (pathname === '/api') return coreVersions(context)
    if (pathname === '/apis') return groupList(registry)
    const [root, ...parts] = pathname.split('/').slice(1)
    if (root === 'api' && parts.length === 1) return resourceList(registry, '', parts[0] ?? '')
    if (root !== 'apis') return undefined
    if (parts.length === 1) return groupDocument(registry, parts[0] ?? '')
    return parts.length === 2 ? resourceList(registry, parts[0] ?? '', parts[1] ?? '') : undefined
  }

  return {
    serve(call) {
      const { response, request, url } = call
      const pathname = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
      if (health.test(pathname)) {
        sendText(response, 200, { text: 'ok', type: 'text/plain; charset=utf-8' })
        return true
      }
      if ((pathname === '/api' || pathname === '/apis') && wantsAggregated(request.headers.accept)) {
        const text = JSON.stringify(aggregatedDiscovery(registry, pathname === '/api' ? 'core' : 'groups'))
        sendText(response, 200, { text, type: aggregatedType })
        return true
      }
      if (openapi.serve(call)) return true
      if (pathname === '/') {
        sendObject(response, 200, { object: { paths: rootPaths(context) } })
        return true
      }
      const found = documentOf(pathname)
      if (found === undefined) return false
      sendObject(response, 200, { object: found })
      return true
    },
  }
}

const health = /^\/(healthz|livez|readyz)(\/[a-z-]+)?$/
const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

function wantsAggregated(accept: string | undefined): boolean {
  return accepts(accept, { group: 'apidiscovery.k8s.io', version: 'v2', as: 'APIGroupDiscoveryList' })
}

const version: JsonObject = {
  ...kubernetesVersion,
  emulationMajor: kubernetesVersion.major,
  emulationMinor: kubernetesVersion.minor,
  minCompatibilityMajor: kubernetesVersion.major,
  minCompatibilityMinor: String(Number(kubernetesVersion.minor) - 1),
  gitCommit: 'simulated',
  gitTreeState: 'clean',
  buildDate: '2026-01-01T00:00:00Z',
  goVersion: 'none',
  compiler: 'none',
  platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
}

function rootPaths({ registry }: ClusterContext): string[] {
  const groups = registry.all().filter(({ group }) => group !== '')
  const paths = groups.flatMap(({ group, version }) => [`/apis/${group}`, `/apis/${group}/${version}`])
  return [
    ...new Set([
      '/api',
      '/api/v1',
      '/apis',
      ...paths,
      '/healthz',
      '/livez',
      '/openapi/v2',
      '/openapi/v3',
      '/readyz',
      '/version',
    ]),
  ].sort()
}
