import { z } from 'zod'
import { attachmentProblems, dividedProblems } from '../runtime-of-application.ts'
import { defineKind, reference } from './kind.ts'

const hostName =
  /^([A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/

/** Describes the problem of an invalid host name, and the correct spelling if it can be derived. */
function hostProblem(host: string): string {
  if (host.includes('://')) return 'must be a host name without a scheme and a path, such as "rpc.ankr.com"'
  if (/^\[?[\da-f]*:[\da-f:.]*:[\da-f:.]*\]?$/i.test(host))
    return 'must be a host name or an IPv4 address; IPv6 addresses require a host name'
  if (host.includes('/'))
    return 'must be a host name without a path, such as "rpc.ankr.com"; set the path in upstreamPath'
  if (host.includes(':'))
    return 'must be a host name without a port, such as "rpc.ankr.com"; set the port in upstreamPort'
  if (/[^\0-\x7f]/.test(host) && URL.canParse(`http://${host}`))
    return `must be in its ASCII form "${new URL(`http://${host}`).hostname}"`
  return 'must be a host name of letters, digits, "-" and ".", such as "rpc.ankr.com"'
}

function pathProblem(path: string): string {
  return /^\/[!"$-~]*$/.test(path)
    ? 'must have a query of pairs such as "?key=abc&format=json", of letters, digits, ".", "_", "~" and "-"'
    : 'must start with "/" and contain only printable ASCII without spaces and "#"'
}

export const WorkloadServiceDependency = defineKind({
  kind: 'WorkloadServiceDependency',
  plural: 'workloadServiceDependencies',
  description:
    'A service outside of the cluster that an application calls. The application uses a stable address, and ' +
    'the service behind it can change at any time without a restart.',
  aliases: ['wsd', 'dependency', 'dependencies'],
  spec: z.strictObject({
    workloadInstance: reference('WorkloadInstance', 'The application that calls the service.').optional(),
    helmWorkloadInstance: reference('HelmWorkloadInstance', 'The Helm workload that calls the service.', {
      insteadOf: 'workloadInstance',
    }).optional(),
    upstreamHost: z
      .string({ error: 'must be a host name' })
      .regex(hostName, { error: ({ input }) => hostProblem(String(input)) })
      .max(253, 'must have at most 253 characters')
      .refine((host) => !/(^|\.)\d+$/.test(host) || z.ipv4().safeParse(host).success, {
        error: 'must be a host name or an IPv4 address, such as "192.0.2.1"',
      })
      .meta({
        description: 'The host name or IPv4 address of the service, for example `rpc.ankr.com`.',
        filterable: true,
      }),
    upstreamPath: z
      .string({ error: 'must be a string' })
      .max(2048, 'must have at most 2048 characters')
      .regex(/^\/[!"$->@-~]*(\?[\w.~-]+=[\w.~-]*(&[\w.~-]+=[\w.~-]*)*)?$/, {
        error: ({ input }) => pathProblem(String(input)),
      })
      .default('/')
      .meta({
        description:
          'The prefix for the path of each request, for example `/eth`. A query, as in `/eth?key=abc`, is ' +
          'added to that of each request.',
        filterable: true,
      }),
    upstreamPort: z
      .number()
      .int()
      .min(1)
      .max(65535)
      .default(443)
      .meta({ description: 'The port of the service.', filterable: true }),
    upstreamTls: z.boolean().default(true).meta({
      description: 'Indicates whether the proxy uses TLS and verifies the certificate of the service.',
      filterable: true,
    }),
  }),
  check: attachmentProblems,
  checkWithOthers: dividedProblems,
  examples: [
    { upstreamHost: 'rpc.ankr.com', upstreamPath: '/eth' },
    { upstreamHost: 'eth.example.com', upstreamPort: 8443 },
    { upstreamHost: '192.0.2.1', upstreamPort: 8080, upstreamTls: false },
  ],
  outputs: z.strictObject({
    address: z.string().meta({ description: 'The stable address for the application to use.' }),
    legacyAddress: z.string().optional().meta({
      description:
        'The fixed address that the original provided, available while this is the only dependency in its runtime.',
    }),
  }),
  columns: [
    { header: 'WORKLOAD', path: 'spec.workloadInstance' },
    { header: 'HELM WORKLOAD', path: 'spec.helmWorkloadInstance', wide: true },
    { header: 'UPSTREAM HOST', path: 'spec.upstreamHost' },
    { header: 'UPSTREAM PATH', path: 'spec.upstreamPath' },
    { header: 'ADDRESS', path: 'status.outputs.address', wide: true },
  ],
  reconciled: true,
  owns: ['SupportServiceInstance'],
  services: () => ['forward-proxy'],
  dependency: {
    attachedBy: 'workloadInstance',
    bind: ({ address }) => {
      const { hostname: host } = new URL(address)
      return { type: 'http', entries: { host, port: '80', uri: address } }
    },
  },
  immutable: ['workloadInstance', 'helmWorkloadInstance'],
  location: 'workloadInstance',
  rest: { path: 'workload-service-dependencies' },
})

export const kinds = [WorkloadServiceDependency]
