import { parse } from 'yaml'
import { groupOf, isRecord, type Manifest } from '../manifests.ts'
import type { Overrides } from '../overrides.ts'
import { applyOperations, CopyBudget } from './json-patch.ts'
import { syntaxMessage } from '../yaml.ts'
import { OverrideError } from './override-error.ts'
import { strategicMerge } from './strategic-merge.ts'

type Patch = NonNullable<Overrides['patches']>[number]

/** Applies the patches of an instance, in their order. Throws an OverrideError for one that fails or matches nothing. */
export function withPatches(manifests: readonly Manifest[], patches: readonly Patch[]): readonly Manifest[] {
  const budget = new CopyBudget()
  return patches.reduce<readonly Manifest[]>(
    (current, patch, index) => patched(current, patch, { name: `overrides.patches[${index}]`, budget }),
    manifests,
  )
}

function patched(
  manifests: readonly Manifest[],
  { target, patch }: Patch,
  { name, budget }: { name: string; budget: CopyBudget },
): Manifest[] {
  const content: unknown = parsed(patch, name)
  const wanted = target ?? targetOf(content, name)
  let matches = 0
  let secrets = 0
  const result = manifests.flatMap((manifest) => {
    if (!isTarget(manifest, wanted)) return [manifest]
    // A patch is stored as it is, and one that tests a value would show it.
    if (isSecret(manifest)) {
      secrets += 1
      return [manifest]
    }
    matches += 1
    if (Array.isArray(content)) return [withOperations(manifest, content, { name, budget })]
    return strategicMerge(manifest, content as Record<string, unknown>) ?? []
  })
  if (matches > 0) return result
  const { kind = 'resource', name: resource } = wanted
  const which = resource === undefined ? '' : ` ${resource}`
  if (secrets > 0)
    throw new OverrideError(
      name,
      'matches only Secrets, which cannot be patched since their values would not be stored encrypted',
      'set their values in the definition or in a SecretDefinition',
    )
  throw new OverrideError(name, `matches no ${kind}${which} of the definition`, 'correct its target')
}

function parsed(patch: string, name: string): unknown {
  let content: unknown
  try {
    content = parse(patch, { logLevel: 'error' })
  } catch (error) {
    const message = syntaxMessage(error instanceof Error ? error.message : String(error))
    throw new OverrideError(name, `is not valid YAML: ${message}`, 'correct the patch')
  }
  if (isRecord(content) || Array.isArray(content)) return content
  throw new OverrideError(name, 'is neither a map nor a list of JSON patch operations', 'correct the patch')
}

/** Returns the target that a strategic merge patch names itself. */
function targetOf(content: unknown, name: string): NonNullable<Patch['target']> {
  const { apiVersion, kind, metadata } = isRecord(content) ? content : {}
  const resource = isRecord(metadata) ? metadata['name'] : undefined
  if (typeof kind === 'string' && typeof resource === 'string')
    return { kind, name: resource, ...(typeof apiVersion === 'string' ? { group: groupOf(apiVersion) } : {}) }
  throw new OverrideError(name, 'names no resource', 'set its target, or kind and metadata.name in the patch')
}

function isTarget({ apiVersion, kind, metadata }: Manifest, target: NonNullable<Patch['target']>): boolean {
  return (
    (target.group === undefined || target.group === groupOf(apiVersion)) &&
    (target.kind === undefined || target.kind === kind) &&
    (target.name === undefined || target.name === metadata.name)
  )
}

function isSecret({ apiVersion, kind }: Manifest): boolean {
  return kind === 'Secret' && groupOf(apiVersion) === ''
}

function withOperations(
  manifest: Manifest,
  operations: readonly unknown[],
  { name, budget }: { name: string; budget: CopyBudget },
): Manifest {
  const copy = structuredClone(manifest)
  const problem = applyOperations(copy, operations, budget)
  if (problem !== undefined)
    throw new OverrideError(
      name,
      `cannot be applied to ${manifest.kind} ${manifest.metadata.name}: ${problem}`,
      'correct the patch',
    )
  const { apiVersion, kind, metadata } = manifest
  return { ...copy, apiVersion, kind, metadata: { ...copy.metadata, name: metadata.name } }
}
