import { z } from 'zod'
import { defineKind, reference } from './kind.ts'

const hostName =
  /^([A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/

/** What is wrong with a text that is no host name, and what to write instead where that can be told. */
function hostProblem(text: string): string {
  if (text.includes('://')) return 'must be a host name without scheme and path, such as "rpc.ankr.com"'
  if (/^\[?[\da-f]*:[\da-f:.]*:[\da-f:.]*\]?$/i.test(text))
    return 'must be a host name or an IPv4 address; IPv6 addresses need a host name'
  if (text.includes('/'))
    return 'must be a host name without path, such as "rpc.ankr.com"; the path goes into upstreamPath'
  if (text.includes(':'))
    return 'must be a host name without port, such as "rpc.ankr.com"; the port goes into upstreamPort'
  if (/[^\0-\x7f]/.test(text) && URL.canParse(`http://${text}`))
    return `must be in its ASCII form "${new URL(`http://${text}`).hostname}"`
  return 'must be a host name of letters, digits, "-" and ".", such as "rpc.ankr.com"'
}

function pathProblem(text: string): string {
  return /^\/[!"$-~]*$/.test(text)
    ? 'must have a query of pairs such as "?key=abc&format=json", of letters, digits, ".", "_", "~" and "-"'
    : 'must begin with "/" and hold only printable ASCII without spaces and "#"'
}

export const WorkloadServiceDependency = defineKind({
  kind: 'WorkloadServiceDependency',
  plural: 'workloadServiceDependencies',
  description:
    'A service outside the cluster that an application calls. The application uses one address that stays; which ' +
    'service answers can change at any time without a restart.',
  aliases: ['wsd', 'dependency', 'dependencies'],
  spec: z.strictObject({
    workloadInstance: reference('WorkloadInstance', 'The application that calls the service.'),
    upstreamHost: z
      .string({ error: 'must be a host name' })
      .regex(hostName, { error: ({ input }) => hostProblem(String(input)) })
      .max(253, 'must have at most 253 characters')
      .refine((host) => !/(^|\.)\d+$/.test(host) || z.ipv4().safeParse(host).success, {
        error: 'must be a host name or an IPv4 address, such as "192.0.2.1"',
      })
      .meta({ description: 'Host name or IPv4 address of the service, for example `rpc.ankr.com`.' }),
    upstreamPath: z
      .string({ error: 'must be a string' })
      .max(2048, 'must have at most 2048 characters')
      .regex(/^\/[!"$->@-~]*(\?[\w.~-]+=[\w.~-]*(&[\w.~-]+=[\w.~-]*)*)?$/, {
        error: ({ input }) => pathProblem(String(input)),
      })
      .default('/')
      .meta({
        description:
          'Path that stands before the path of each request, for example `/eth`. A query, for example `/eth?key=abc`, is ' +
          'added to that of each request.',
      }),
    upstreamPort: z
      .number()
      .int()
      .min(1)
      .max(65535)
      .default(443)
      .meta({ description: 'Port of the service.' }),
    upstreamTls: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the proxy speaks TLS to the service and checks its certificate.' }),
  }),
  examples: [
    { upstreamHost: 'rpc.ankr.com', upstreamPath: '/eth' },
    { upstreamHost: 'eth.example.com', upstreamPort: 8443 },
    { upstreamHost: '192.0.2.1', upstreamPort: 8080, upstreamTls: false },
  ],
  outputs: z.strictObject({
    address: z.string().meta({ description: 'The address that the application uses.' }),
    originalAddress: z.string().optional().meta({
      description:
        'The one address of the original system, while this is the only dependency in its runtime.',
    }),
  }),
  columns: [
    { header: 'WORKLOAD', path: 'spec.workloadInstance' },
    { header: 'UPSTREAM HOST', path: 'spec.upstreamHost' },
    { header: 'UPSTREAM PATH', path: 'spec.upstreamPath' },
    { header: 'ADDRESS', path: 'status.outputs.address', wide: true },
  ],
  reconciled: true,
  owns: ['SupportServiceInstance'],
  immutable: ['workloadInstance'],
  location: 'workloadInstance',
  rest: { path: 'workload-service-dependencies' },
})

export const kinds = [WorkloadServiceDependency]
