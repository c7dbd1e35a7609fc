import { z } from 'zod'
import { profileFields } from '../profiles/fields.ts'
import { providedByOutput } from '../provided-by.ts'
import { supportServicePrefix } from '../profiles/support-services.ts'
import { supportServiceDescriptions, supportServices } from '../support-services.ts'
import { defineKind, reference } from './kind.ts'

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
      enumDescriptions: supportServices.map((service) => supportServiceDescriptions[service]),
    }),
    runtime: reference('KubernetesRuntimeInstance', 'The runtime to provide the service in.', {
      defaultsToWhere: 'defaultRuntime',
    }),
    ...profileFields,
    provider: z
      .enum(['chart'])
      .optional()
      .meta({
        description: 'How the service is installed, if a profile decides about it.',
        enumName: 'SupportServiceProvider',
        enumDescription: 'The ways to install a support service.',
        enumDescriptions: ['From a Helm chart.'],
      }),
  }),
  profiled: ({ service }) =>
    service === 'forward-proxy' ? undefined : `${supportServicePrefix}${String(service)}`,
  ownedOnly: true,
  owns: ['WorkloadDefinition', 'WorkloadInstance', 'HelmWorkloadDefinition', 'HelmWorkloadInstance'],
  examples: [{ service: 'forward-proxy' }],
  outputs: z.strictObject({
    providedBy: providedByOutput,
    version: z
      .string()
      .optional()
      .meta({ description: 'The installed version: that of the chart, or of the found installation.' }),
    available: z
      .string()
      .optional()
      .meta({ description: 'The newest version of the chart that QleetOS knows.' }),
    namespace: z.string().optional().meta({ description: 'The namespace of the service.' }),
    defaultHost: z.string().optional().meta({
      description:
        'The upstream host that the forward proxy serves under its own name, while it is the only one.',
    }),
  }),
  columns: [
    { header: 'SERVICE', path: 'spec.service' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'PROVIDED BY', path: 'status.outputs.providedBy' },
    { header: 'VERSION', path: 'status.outputs.version' },
    { header: 'AVAILABLE', path: 'status.outputs.available', wide: true },
    { header: 'NAMESPACE', path: 'status.outputs.namespace', wide: true },
  ],
  reconciled: true,
  immutable: ['service', 'runtime'],
  location: 'runtime',
  rest: { path: 'support-service-instances' },
})

export const kinds = [SupportServiceInstance]
