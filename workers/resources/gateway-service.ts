import type { PortEntries } from '../../schema/gateway-ports.ts'
import type { FailureCause } from '../engine/outcome.ts'

/** A Service of an application, as its outputs describe it. */
export interface ApplicationService {
  name: string
  host: string
  ports: readonly { port: number; scheme: string }[]
}

/** What a gateway says about the Service that gets its requests. */
export interface ServiceChoice {
  service?: string | undefined
  servicePort?: number | undefined
}

interface Application {
  name: string
  namespace: string
  services: readonly ApplicationService[]
}

/** Returns the Service that gets the requests of a gateway, or why there is none. */
export function chosenService(
  { service, servicePort }: ServiceChoice,
  application: Application,
): ApplicationService | FailureCause {
  // A route may refer to Services of its own namespace only.
  const candidates = application.services.filter(({ host }) => host.split('.')[1] === application.namespace)
  const names = candidates.map(({ name }) => name).join(', ')
  const inform = (reason: string, message: string): FailureCause => ({ reason, message, grace: 0 })
  if (service === undefined) {
    const [only, second] = candidates
    if (only === undefined)
      return inform(
        'ServiceNotFound',
        `Application ${application.name} has no Service with a port. Add one to its definition.`,
      )
    if (second !== undefined)
      return inform(
        'ServiceAmbiguous',
        `Application ${application.name} has several Services: ${names}. Set service in the definition of the gateway to one of them.`,
      )
    return withPort(only, servicePort, inform)
  }
  const found = candidates.find(({ name }) => name === service)
  if (found !== undefined) return withPort(found, servicePort, inform)
  const others = names === '' ? 'it has none' : `it has ${names}`
  return inform(
    'ServiceNotFound',
    `Application ${application.name} has no Service "${service}" with a port; ${others}. Set service in the definition of the gateway to one of its Services.`,
  )
}

function withPort(
  service: ApplicationService,
  port: number | undefined,
  inform: (reason: string, message: string) => FailureCause,
): ApplicationService | FailureCause {
  if (port === undefined || service.ports.some((each) => each.port === port)) return service
  const ports = service.ports.map((each) => each.port).join(', ')
  return inform(
    'ServicePortNotFound',
    `Service ${service.name} has no port ${port}; it has ${ports}. Set servicePort in the definition of the gateway to one of them.`,
  )
}

/** Returns the port of a Service that gets the requests of a port of a gateway. */
export function servicePortOf(
  { ports }: Pick<ApplicationService, 'ports'>,
  { servicePort }: ServiceChoice,
  { port, protocol }: Pick<PortEntries, 'port' | 'protocol'>,
): number {
  // The gateway terminates TLS, so a port at which the Service expects TLS comes last.
  const plain = ports.filter(({ scheme }) => scheme !== 'https')
  const suitable = plain.length > 0 && protocol !== 'TCP' ? plain : ports
  const [first] = suitable
  return servicePort ?? suitable.find((each) => each.port === port)?.port ?? first?.port ?? port
}
