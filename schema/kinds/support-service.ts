import { z } from 'zod'
import { defineKind, reference } from './kind.ts'

/** The services that QleetOS provides in runtimes. */
export const supportServices = ['forward-proxy'] as const

export const SupportServiceInstance = defineKind({
  kind: 'SupportServiceInstance',
  plural: 'supportServiceInstances',
  description:
    'Software that provides a capability to the applications in a runtime. It is created for the first ' +
    'object that requires it and deleted with the last.',
  aliases: ['support-service', 'support-services'],
  spec: z.strictObject({
    service: z.enum(supportServices).meta({
      description: 'The service to provide.',
      filterable: true,
      enumDescription: 'The services that QleetOS provides in runtimes.',
      enumDescriptions: ['A proxy through which applications call services outside of the cluster.'],
    }),
    runtime: reference('KubernetesRuntimeInstance', 'The runtime to provide the service in.', {
      defaultsToWhere: 'defaultRuntime',
    }),
  }),
  ownedOnly: true,
  owns: ['WorkloadDefinition', 'WorkloadInstance'],
  examples: [{ service: 'forward-proxy' }],
  outputs: z.strictObject({
    defaultHost: z.string().optional().meta({
      description:
        'The upstream host that the forward proxy serves under its own name, while it is the only one.',
    }),
  }),
  columns: [
    { header: 'SERVICE', path: 'spec.service' },
    { header: 'RUNTIME', path: 'spec.runtime' },
  ],
  reconciled: true,
  immutable: ['service', 'runtime'],
  location: 'runtime',
  rest: { path: 'support-service-instances' },
})

export const kinds = [SupportServiceInstance]
