import { z } from 'zod'
import { defineKind, reference } from './kind.ts'

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
      .max(253)
      .regex(
        /^([A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/,
        {
          error: 'must be a host name without scheme, port and path, such as "rpc.ankr.com"',
        },
      )
      .meta({ description: 'Host name of the service, for example `rpc.ankr.com`.' }),
    upstreamPath: z
      .string()
      .max(2048)
      .regex(/^\/[!-"$-~]*$/, {
        error: 'must begin with "/" and hold only printable ASCII without spaces and "#"',
      })
      .default('/')
      .meta({ description: 'Path that stands before the path of each request, for example `/eth`.' }),
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
  immutable: ['workloadInstance'],
  rest: { path: 'workload-service-dependencies' },
})

export const kinds = [WorkloadServiceDependency]
