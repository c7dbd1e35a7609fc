import type { Client, ObjectDocument } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'

/** The name of the runtime that the files of the original guide refer to. */
export const firstRuntimeName = 'default-qleet-compute-space'

export type FirstRuntimeProvider = 'simulated' | 'envtest' | 'kind'

/**
 * Creates the first runtime unless a default runtime exists. Returns the name of the default runtime. Throws CONFLICT if that is of
 * another provider than the requested one.
 */
export async function ensureDefaultRuntime(
  client: Client,
  provider: FirstRuntimeProvider | undefined,
): Promise<string> {
  const filter = { projects: ['default'] }
  for await (const runtime of client.objects.list('KubernetesRuntimeInstance', { filter })) {
    const { name, manifestSpec } = runtime
    if (!isRecord(manifestSpec) || manifestSpec['defaultRuntime'] !== true) continue
    if (provider !== undefined)
      await assertProvider(client, { name, definition: String(manifestSpec['definition']), provider })
    return name
  }
  await client.apply(firstRuntime(provider ?? 'simulated'), {
    reason: 'the first runtime of a new control plane',
  })
  return firstRuntimeName
}

async function assertProvider(
  client: Client,
  { name, definition, provider }: { name: string; definition: string; provider: FirstRuntimeProvider },
): Promise<void> {
  const found = await client.objects.get({ kind: 'KubernetesRuntimeDefinition', name: definition })
  const spec = found?.manifestSpec
  const existing = isRecord(spec) ? String(spec['provider']) : provider
  if (existing === provider) return
  throw new PlatformError(
    'CONFLICT',
    `the default runtime "${name}" of this control plane is of provider ${existing}, not ${provider}: start without --runtime, ` +
      'or start another control plane with --name NAME --data DIR',
  )
}

function firstRuntime(provider: FirstRuntimeProvider): ObjectDocument[] {
  return [
    { kind: 'KubernetesRuntimeDefinition', name: firstRuntimeName, spec: { provider } },
    {
      kind: 'KubernetesRuntimeInstance',
      name: firstRuntimeName,
      spec: { definition: firstRuntimeName, location: 'Local', defaultRuntime: true },
    },
  ]
}
