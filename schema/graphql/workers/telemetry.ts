import { z } from 'zod'
import { checkId } from '../arguments.ts'
import { builder } from '../builder.ts'
import type { RequestContext } from '../context.ts'
import type { ObjectStatus } from '../../status.ts'

/* Where the data about a runtime is that cluster queries read besides the cluster itself. */

/** The address of the API of Prometheus or Loki, which workers reach through the API server of the runtime. */
const Address = z.object({ namespace: z.string(), service: z.string(), port: z.int() })
type Address = z.infer<typeof Address>

const AddressType = builder.objectRef<Address>('TelemetryAddress').implement({
  description: 'The address of a source of data about a runtime, within its cluster.',
  fields: (t) => ({
    namespace: t.exposeString('namespace', { description: 'The namespace of the Service.' }),
    service: t.exposeString('service', { description: 'The name of the Service.' }),
    port: t.exposeInt('port', { description: 'The port of the Service.' }),
  }),
})

interface TelemetrySources {
  metrics: Address | null
  logs: Address | null
}

const TelemetrySourcesType = builder.objectRef<TelemetrySources>('TelemetrySources').implement({
  description: 'The sources of data about a runtime.',
  fields: (t) => ({
    metrics: t.field({
      type: AddressType,
      nullable: true,
      description: 'Prometheus of a MetricsInstance. Null if there is none.',
      resolve: ({ metrics }) => metrics,
    }),
    logs: t.field({
      type: AddressType,
      nullable: true,
      description: 'Loki of a LoggingInstance. Null if there is none.',
      resolve: ({ logs }) => logs,
    }),
  }),
})

builder.queryField('telemetrySources', (t) =>
  t.field({
    type: TelemetrySourcesType,
    authScopes: { verb: 'work' },
    description: 'The sources of metrics and logs of a runtime.',
    args: {
      runtimeId: t.arg.id({ required: true, description: 'The ID of the KubernetesRuntimeInstance.' }),
    },
    resolve: async (_, { runtimeId }, context) => {
      const id = checkId(runtimeId, 'runtimeId')
      const [metrics, logs] = await Promise.all([
        addressIn(context, 'MetricsInstance', id),
        addressIn(context, 'LoggingInstance', id),
      ])
      return { metrics, logs }
    },
  }),
)

/** The most instances of a runtime that are searched. All of them share one installation. */
const maxInstances = 20

/** Returns the address that an instance in a runtime has reported. One that is not ready may still answer. */
async function addressIn({ store }: RequestContext, kind: string, runtime: bigint): Promise<Address | null> {
  const { objects } = await store.list({
    kind,
    references: { id: runtime, field: 'runtime' },
    orderBy: [{ field: 'id', direction: 'asc' }],
    limit: maxInstances,
  })
  const addresses = objects.flatMap(({ status, deletionRequestedAt }) => {
    // The server stores every status itself.
    const { data } = Address.safeParse((status as unknown as ObjectStatus).outputs)
    return data === undefined || deletionRequestedAt !== null ? [] : [data]
  })
  return addresses[0] ?? null
}
