import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { defineKind, reference, references } from './kind.ts'

export const LogStorageDefinition = defineKind({
  kind: 'LogStorageDefinition',
  plural: 'logStorageDefinitions',
  description:
    'The backends that store the logs of runtimes, besides the Loki of the runtime itself. An edit is rolled out to all ' +
    'instances.',
  aliases: ['lsd'],
  spec: z.strictObject({
    backends: references('LogBackend', 'The backends that get the logs. Each gets all of them.', { max: 20 }),
    rollout: definitionRollout(),
  }),
  examples: [{ backends: [] }],
  outputs: z.strictObject({}),
  columns: [{ header: 'BACKENDS', path: 'spec.backends' }],
  reconciled: false,
  rest: {
    path: 'log-storage-definitions',
    fields: { backends: 'LogBackends' },
    nameLists: ['backends'],
    defaults: { backends: [] },
    inert: inertOfDefinitions,
    associations: ['LogStorageInstances'],
  },
})

export const LogStorageInstance = defineKind({
  kind: 'LogStorageInstance',
  plural: 'logStorageInstances',
  description:
    'The logs of all pods of a runtime in the backends of a definition, to which a collector in the runtime sends them.',
  aliases: ['lsi'],
  spec: z.strictObject({
    definition: reference('LogStorageDefinition', 'The definition with the backends.'),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime of the pods. Default: the default runtime.',
      {
        defaultsToWhere: 'defaultRuntime',
      },
    ),
  }),
  examples: [{}],
  outputs: z.strictObject({
    destinations: z
      .array(z.string())
      .meta({ description: 'The addresses to which the collector sends the logs.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'DESTINATIONS', path: 'status.outputs.destinations' },
  ],
  reconciled: true,
  pair: { name: 'LogStorage', definition: 'LogStorageDefinition' },
  owns: ['SupportServiceInstance'],
  services: () => ['log-collector'],
  immutable: ['runtime'],
  location: 'runtime',
  rest: {
    path: 'log-storage-instances',
    fields: { runtime: 'ClusterID' },
    fieldAliases: { KubernetesRuntimeInstanceID: 'runtime' },
  },
})

export const kinds = [LogStorageDefinition, LogStorageInstance]
