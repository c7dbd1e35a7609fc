import type { Client } from '../../client-sdk/index.ts'

/** Returns the objects besides projects, runtimes, and the profiles and tiers that ship, as `Kind/name`. */
export async function userObjects(client: Client): Promise<string[]> {
  const found: string[] = []
  for await (const { kind, name } of client.objects.list())
    if (!kind.startsWith('KubernetesRuntime') && !['Project', 'Profile', 'Tier'].includes(kind))
      found.push(`${kind}/${name}`)
  return found.sort()
}
