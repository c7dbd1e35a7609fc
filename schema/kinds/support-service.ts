import { z } from 'zod'
import { defineKind, reference } from './kind.ts'

export const SupportServiceInstance = defineKind({
  kind: 'SupportServiceInstance',
  plural: 'supportServiceInstances',
  description:
    'Software that a runtime needs so that applications find a capability there. It comes with the first object that needs ' +
    'it and goes with the last.',
  aliases: ['support-service', 'support-services'],
  spec: z.strictObject({
    service: z.enum(['forward-proxy']).meta({
      description: 'The software.',
      enumDescriptions: ['A proxy by which applications call services outside of the cluster.'],
    }),
    runtime: reference('KubernetesRuntimeInstance', 'Where it runs.', {
      defaultsToWhere: 'defaultRuntime',
    }),
  }),
  ownedOnly: true,
  owns: ['WorkloadDefinition', 'WorkloadInstance'],
  examples: [{ service: 'forward-proxy' }],
  outputs: z.strictObject({
    defaultHost: z.string().optional().meta({
      description: 'Host that the forward proxy serves under its own name, while it is the only one.',
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
