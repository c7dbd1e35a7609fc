import type { Client, ObjectDocument } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/manifests.ts'

/** The runtime of the original guide; its files name it. */
export const firstRuntimeName = 'default-qleet-compute-space'

/** Registers the first runtime, where nobody has chosen a default one; returns the name of the default runtime. */
export async function ensureDefaultRuntime(client: Client): Promise<string> {
  const filter = { project: 'default' }
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
