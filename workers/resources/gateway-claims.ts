import type { Protocol } from '../../schema/gateway-ports.ts'
import { defaultProject } from '../../schema/names.ts'
import { shortName } from '../../schema/short-name.ts'
import type { FailureCause } from '../engine/outcome.ts'

/*
 * The ports and host names that gateways have. Each is an object that gateways own together; the claims of its owners, which
 * are unique, decide who has it.
 */

interface Runtime {
  name: string
  projectName: string | null
}

/** Returns the document of a port in a runtime. Its protocol is that of its first gateway. */
export function portDocument(spec: { port: number; protocol: Protocol; gateway: string }, runtime: Runtime) {
  return {
    kind: 'GatewayPort',
    name: portName(spec.port, runtime),
    project: runtime.projectName ?? defaultProject,
    spec: { ...spec, runtime: runtime.name },
  }
}

/** Returns the name of the object for a port in a runtime. */
export function portName(port: number, runtime: Runtime): string {
  return shortName(`${runtime.name}-${port}`)
}

/** Returns the claim on a port: gateways share it if their host names differ. */
export function portClaim(port: number, host: string | undefined): string {
  return `${host ?? '*'}:${port}`
}

/** Returns the document of a host name, which is unique in the control plane. */
export function hostDocument(host: string) {
  return { kind: 'HostName', name: shortName(host), project: defaultProject, spec: { host } }
}

export function hostClaim(host: string): string {
  return host
}

/** How one dependency gets a host name for each instance; most often, two instances of a definition claim the same. */
const inDependency = ' (in a dependency, `{name}` stands for the name of the instance)'

/** Describes a claim on a port or a host name that another gateway has. */
export function takenCause(
  { claim, owner }: { claim: string; owner: { kind: string; name: string } },
  runtime: Runtime,
): FailureCause {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(claim) ?? []
  const holder = `${owner.kind} ${owner.name}`
  if (port === undefined) {
    const message = `${host} belongs to ${holder} already. Choose another host name${inDependency}, or delete that gateway.`
    return { reason: 'NameTaken', message, grace: 0 }
  }
  const of = host === '*' ? '' : ` of ${host}`
  const message = `Port ${port}${of} in runtime ${runtime.name} belongs to ${holder} already. Choose another port or host name${inDependency}, or delete that gateway.`
  return { reason: 'PortTaken', message, grace: 0 }
}
