import { controllerLabel } from '../context.ts'
import { notImplemented, StatusError } from '../errors/status-error.ts'
import { at, objectsOf } from '../json.ts'
import { getObject } from '../operations/read.ts'
import type { KubeObject } from '../storage/object.ts'
import type { SubresourceHandler } from './subresource.ts'

/** Handles services/proxy: passes the request on to the software behind the Service, of which only stand-ins answer. */
export const serviceProxy: SubresourceHandler = async (context, target, { method, query }) => {
  // NAME, NAME:PORT or SCHEME:NAME:PORT
  const parts = target.name.split(':')
  const [name = '', port = ''] = parts.length === 3 ? parts.slice(1) : parts
  const service = getObject(context, { ...target, name, subresource: '' })
  if (!hasPort(service, port)) throw unavailable(`no service port "${port}" found for service "${name}"`)
  const backend = context.backends.find(
    ({ controller }) => service.metadata.labels?.[controllerLabel] === controller,
  )
  if (backend === undefined)
    throw notImplemented(`the simulated cluster runs no processes, so nothing answers behind service ${name}`)
  if (!backend.isRunning(context)) throw unavailable(`no endpoints available for service "${target.name}"`)
  const path = `/${target.subresource.split('/').slice(1).join('/')}`
  const { code, body } = backend.respond(context, { method, path, query })
  return { code, object: body }
}

function hasPort(service: KubeObject, port: string): boolean {
  const ports = objectsOf(at(service, 'spec', 'ports'))
  return port === ''
    ? ports.length === 1
    : ports.some((each) => [each['name'], String(each['port'])].includes(port))
}

/** The error of the API server for a Service without a pod that is ready. */
function unavailable(message: string): StatusError {
  return new StatusError({ code: 503, reason: 'ServiceUnavailable', message, details: {} })
}
