import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { certificateProblems, Certificates } from '../certificates.ts'
import {
  gatewayProviders,
  HttpPort,
  portEntries,
  portOf,
  portProblems,
  protocols,
  servicesOfGateway,
  TcpPort,
  usesTls,
} from '../gateway-ports.ts'
import { DomainName, SubDomain } from '../host-name.ts'
import type { ResourceIdentity } from '../manifests.ts'
import { qualify } from '../names.ts'
import { profileFields, tierField } from '../profiles/fields.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { attachmentProblems, elsewhereProblems, type Attached } from '../runtime-of-application.ts'
import { hasRecords } from './domain-name.ts'
import { defineKind, reference, type OtherSpecs, type SpecProblem } from './kind.ts'

const spec = z.strictObject({
  http: z
    .array(HttpPort.meta({ description: 'A port for HTTP.' }))
    .max(32)
    .optional()
    .meta({ description: 'The ports for HTTP, each with a path.' }),
  tcp: z
    .array(TcpPort.meta({ description: 'A port for TCP connections.' }))
    .max(32)
    .optional()
    .meta({ description: 'The ports for TCP connections.' }),
  service: z
    .string()
    .max(63)
    .regex(/^[a-z]([-a-z0-9]*[a-z0-9])?$/, { error: 'must be the name of a Service' })
    .optional()
    .meta({
      description:
        'The name of the Service of the application that gets the requests. Default: its only Service.',
      filterable: true,
    }),
  servicePort: z
    .int()
    .min(1)
    .max(65535)
    .optional()
    .meta({
      description:
        'The port of the Service. Default: its only port, or for several the one with the number of the port of the ' +
        'gateway, or else the first.',
    }),
  domain: DomainName.optional().meta({
    description:
      'The host name, for example `shop.example.com`. Its DNS records are not maintained. Default: all host names, ' +
      'unless `domainName` is set.',
    filterable: true,
  }),
  domainName: reference(
    'DomainNameDefinition',
    'The domain of the host name, whose DNS records QleetOS maintains if it has a zone.',
  ).optional(),
  subDomain: SubDomain.optional().meta({
    description:
      'The part of the host name before the domain of `domainName`, for example `shop`. Default: none, and the ' +
      'host name is the domain itself.',
    filterable: true,
  }),
  certificates: Certificates.optional().meta({
    description:
      "How the certificate for `domain` is issued. Default: by Let's Encrypt. With `domainName`, its definition " +
      'determines this.',
  }),
  workloadDefinition: reference(
    'WorkloadDefinition',
    'The application that the gateway is for. Its instances can only be attached to instances of that. Default: any.',
  ).optional(),
})
type GatewaySpec = z.infer<typeof spec>

function hostProblems({ domain, domainName, subDomain, certificates, ...ports }: GatewaySpec): SpecProblem[] {
  const forbid = (path: string, message: string, remedy: string): SpecProblem => ({
    path,
    code: 'FORBIDDEN',
    message,
    remedy,
  })
  return [
    ...(domain !== undefined && domainName !== undefined
      ? [forbid('domain', 'cannot be combined with domainName', 'Set one of them.')]
      : []),
    ...(subDomain !== undefined && domainName === undefined
      ? [forbid('subDomain', 'requires domainName', 'Set domainName, or the whole host name as domain.')]
      : []),
    ...(certificates !== undefined && domainName !== undefined
      ? [
          forbid(
            'certificates',
            'cannot be combined with domainName, whose definition determines the issuer',
            'Set it in the DomainNameDefinition.',
          ),
        ]
      : []),
    ...(usesTls(ports) && domain === undefined && domainName === undefined
      ? [
          {
            path: 'domain',
            code: 'REQUIRED' as const,
            message: 'is required by a port with tls, whose certificate is for a host name',
            remedy: 'Set domain or domainName.',
          },
        ]
      : []),
  ]
}

/** Returns the contradiction of a port that the verification of the host name by ACME needs. */
function verificationProblems({ certificates, domainName, ...ports }: GatewaySpec): SpecProblem[] {
  const entries = portEntries(ports)
  const other = entries.find(({ port, protocol }) => port === 80 && protocol !== 'HTTP')
  if (!usesTls(ports) || other === undefined || domainName !== undefined) return []
  if ((certificates?.issuer ?? 'acme') !== 'acme') return []
  const message = `has ${other.protocol} at port 80, at which the ACME server verifies the host name by HTTP`
  const remedy = 'Choose another port, or another issuer in certificates.'
  return [{ path: 'tcp', code: 'CONFLICT', message, remedy }]
}

export const GatewayDefinition = defineKind({
  kind: 'GatewayDefinition',
  plural: 'gatewayDefinitions',
  description:
    'The ports and the host name at which clients outside of the cluster reach a Service of an application.',
  aliases: ['gd'],
  spec: spec.extend({ rollout: definitionRollout() }),
  check: (each) => [
    ...portProblems(each),
    ...hostProblems(each),
    ...verificationProblems(each),
    ...certificateProblems(each.certificates),
  ],
  examples: [
    { http: [{ port: 80, path: '/', tls: false, httpsRedirect: false }], service: 'web' },
    { http: [{ port: 8080, path: '/api', tls: false, httpsRedirect: false }], servicePort: 80 },
    { tcp: [{ port: 5432, tls: false }] },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'HTTP PORTS', path: 'spec.http' },
    { header: 'TCP PORTS', path: 'spec.tcp' },
    { header: 'DOMAIN', path: 'spec.domain' },
    { header: 'DOMAIN NAME', path: 'spec.domainName', wide: true },
    { header: 'SUBDOMAIN', path: 'spec.subDomain', wide: true },
    { header: 'SERVICE', path: 'spec.service' },
  ],
  reconciled: false,
  rest: {
    path: 'gateway-definitions',
    fields: { http: 'HttpPorts', tcp: 'TcpPorts', service: 'ServiceName' },
    nested: {
      http: { port: 'Port', path: 'Path', tls: 'TLSEnabled', httpsRedirect: 'HTTPSRedirect' },
      tcp: { port: 'Port', tls: 'TLSEnabled' },
    },
    lists: {
      http: {
        path: 'gateway-http-ports',
        type: 'GatewayHttpPort',
        description: 'A port for HTTP of a GatewayDefinition.',
        key: ['port', 'path'],
        complete: (port) => ({ port: portOf(HttpPort.parse(port)) }),
      },
      tcp: {
        path: 'gateway-tcp-ports',
        type: 'GatewayTcpPort',
        description: 'A port for TCP connections of a GatewayDefinition.',
        key: ['port'],
      },
    },
    inert: inertOfDefinitions,
    associations: ['GatewayInstances'],
  },
})

/** Returns the contradiction of a Service that an application does not have, or that is not the only one. */
function serviceProblems(
  { service }: Readonly<Record<string, unknown>>,
  resources: readonly ResourceIdentity[],
): SpecProblem[] {
  const names = resources
    .filter(({ kind, group }) => kind === 'Service' && group === '')
    .map(({ name }) => name)
  if (typeof service === 'string' ? names.includes(service) : names.length === 1) return []
  const candidates = `Set it to one of ${names.join(', ')}.`
  if (service === undefined && names.length > 1) {
    const message = 'is required, because the definition has several Services'
    return [{ path: 'service', code: 'REQUIRED', message, remedy: candidates }]
  }
  const message =
    typeof service === 'string' ? 'is not a Service of the definition' : 'has no Service to name'
  const remedy = names.length === 0 ? 'Add a Service to the definition.' : candidates
  return [{ path: 'service', code: 'NOT_FOUND', message, remedy }]
}

function checkInstance(
  each: Attached & { runtime?: string | undefined },
  { referenced, project }: OtherSpecs,
): SpecProblem[] {
  const { definition, workloadInstance: workload, helmWorkloadInstance: helm } = referenced
  const required = definition?.spec['workloadDefinition']
  const elsewhere = elsewhereProblems(each, { referenced, project })
  if (typeof required !== 'string' || definition === undefined) return elsewhere
  const remedy = `Choose an instance of WorkloadDefinition ${required}.`
  if (helm !== undefined) {
    const message = `is a Helm workload, but the gateway is for WorkloadDefinition ${required}`
    return [...elsewhere, { path: 'helmWorkloadInstance', code: 'CONFLICT', message, remedy }]
  }
  if (workload === undefined) return elsewhere
  const actual = String(workload.spec['definition'])
  if (qualify(required, definition.project) === qualify(actual, workload.project)) return elsewhere
  const message = `is an instance of ${actual}, but the gateway is for ${required}`
  return [...elsewhere, { path: 'workloadInstance', code: 'CONFLICT', message, remedy }]
}

export const GatewayInstance = defineKind({
  kind: 'GatewayInstance',
  plural: 'gatewayInstances',
  description: 'The gateway of an application: clients outside of the cluster reach it at a stable address.',
  aliases: ['gi'],
  spec: z.strictObject({
    definition: reference('GatewayDefinition', 'The definition of the gateway.'),
    workloadInstance: reference('WorkloadInstance', 'The application that gets the requests.').optional(),
    helmWorkloadInstance: reference('HelmWorkloadInstance', 'The Helm workload that gets the requests.', {
      insteadOf: 'workloadInstance',
    }).optional(),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime of the application. Default: that of the workload instance, once it has one.',
      { defaultsToWhere: 'defaultRuntime', defaultsToThatOf: ['workloadInstance', 'helmWorkloadInstance'] },
    ).optional(),
    tier: tierField(),
    ...profileFields,
    provider: z
      .enum(gatewayProviders, { error: `must be ${gatewayProviders.join(' or ')}` })
      .optional()
      .meta({
        description:
          'Who provides the gateway. Default: as the profile decides. Cannot change after creation.',
        enumName: 'GatewayProvider',
        enumDescription: 'The providers of gateways.',
        enumDescriptions: [
          'Envoy Gateway in the runtime, or another controller of the Gateway API that it has.',
        ],
      }),
  }),
  profiled: 'Gateway',
  check: attachmentProblems,
  checkWithOthers: checkInstance,
  examples: [{}],
  outputs: z.strictObject({
    host: z.string().optional().meta({
      description: 'The host name, or the address of a gateway without one. Absent until it is known.',
    }),
    port: z.int().optional().meta({ description: 'The port of `url`.' }),
    url: z.string().optional().meta({ description: 'The URL at which clients reach the application.' }),
    urls: z.array(z.string()).optional().meta({ description: 'The URLs of all ports and paths.' }),
    addresses: z
      .array(z.string())
      .optional()
      .meta({ description: 'The IP addresses or host names of the load balancer. Absent until it has any.' }),
    service: z.string().optional().meta({ description: 'The Service and its port, for example `web:80`.' }),
    canaryWeight: z.int().optional().meta({
      description:
        'The percentage of the requests that its accepted routes send to the canary of the application. Absent without a canary.',
    }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'WORKLOAD', path: 'spec.workloadInstance' },
    { header: 'HELM WORKLOAD', path: 'spec.helmWorkloadInstance', wide: true },
    { header: 'URL', path: 'status.outputs.url' },
    { header: 'ADDRESSES', path: 'status.outputs.addresses', wide: true },
  ],
  reconciled: true,
  pair: { name: 'Gateway', definition: 'GatewayDefinition' },
  owns: ['SupportServiceInstance', 'GatewayPort', 'HostName'],
  services: ({ definition, referenced: { domainName } }) =>
    servicesOfGateway(spec.parse(definition), domainName !== undefined && hasRecords(domainName)),
  dependency: {
    attachedBy: 'workloadInstance',
    hostFields: ['domain', 'subDomain'],
    isNeededToStart: false,
    checkWithApplication: serviceProblems,
    bind: ({ host, port, url }) =>
      host === undefined || port === undefined || url === undefined
        ? undefined
        : { type: 'gateway', entries: { host, port: String(port), uri: url } },
  },
  immutable: ['runtime', 'workloadInstance', 'helmWorkloadInstance', 'provider'],
  location: 'runtime',
  rest: {
    path: 'gateway-instances',
    always: ['WorkloadInstanceID', 'KubernetesRuntimeInstanceID'],
    filterAliases: { workloadresourceinstanceid: 'WorkloadInstanceID' },
  },
})

export const GatewayPort = defineKind({
  kind: 'GatewayPort',
  plural: 'gatewayPorts',
  description:
    'A port of the gateways in a runtime. Gateways share a port for HTTP if their host names differ; a port for TCP ' +
    'belongs to one.',
  aliases: [],
  spec: z.strictObject({
    runtime: reference('KubernetesRuntimeInstance', 'The runtime of the gateways.', {
      defaultsToWhere: 'defaultRuntime',
    }),
    port: z.int().min(1).max(65535).meta({ description: 'The number of the port.', filterable: true }),
    protocol: z.enum(protocols).meta({
      description: 'The protocol of the gateways at the port.',
      filterable: true,
      enumName: 'GatewayProtocol',
      enumDescription: 'The protocols of ports of gateways.',
      enumDescriptions: ['HTTP without TLS.', 'HTTP with TLS.', 'TCP without TLS.', 'TCP with TLS.'],
    }),
    gateway: z.string().meta({ description: 'The name of the first gateway at the port.' }),
  }),
  ownedOnly: true,
  examples: [{ port: 443, protocol: 'HTTPS', gateway: 'shop' }],
  outputs: z.strictObject({
    protocol: z.string().meta({ description: 'The protocol of the gateways at the port.' }),
    gateway: z.string().meta({ description: 'The name of the first gateway at the port.' }),
  }),
  derive: ({ protocol, gateway }) => ({ protocol, gateway }),
  columns: [
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'PORT', path: 'spec.port' },
    { header: 'PROTOCOL', path: 'spec.protocol' },
  ],
  reconciled: false,
  immutable: ['runtime', 'port'],
  location: 'runtime',
  rest: { path: 'gateway-ports' },
})

export const kinds = [GatewayDefinition, GatewayInstance, GatewayPort]
