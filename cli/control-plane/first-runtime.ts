import type { Client, ObjectDocument } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/manifests.ts'

/** The name of the runtime that the files of the original guide refer to. */
export const firstRuntimeName = 'default-qleet-compute-space'

/** Creates the first runtime unless a default runtime exists. Returns the name of the default runtime. */
export async function ensureDefaultRuntime(client: Client): Promise<string> {
  const filter = { projects: ['default'] }
  for await (const { name, manifestSpec } of client.objects.list('KubernetesRuntimeInstance', { filter })) {
    if (isRecord(manifestSpec) && manifestSpec['defaultRuntime'] === true) return name
  }
  await client.apply(firstRuntime, { reason: 'the first runtime of a new control plane' })
  return firstRuntimeName
}

const firstRuntime: readonly ObjectDocument[] = [
  { kind: 'KubernetesRuntimeDefinition', name: firstRuntimeName, spec: { provider: 'simulated' } },
  {
    kind: 'KubernetesRuntimeInstance',
    name: firstRuntimeName,
    spec: { definition: firstRuntimeName, location: 'Local', defaultRuntime: true },
  },
]
