import { maxTextBytes } from '../limits.ts'
import { groupOf, isRecord, type Manifest } from '../manifests.ts'
import { readYamlValues } from '../ordinary-yaml.ts'
import type { Overrides } from '../overrides.ts'
import { applyOperations, CopyBudget } from './json-patch.ts'
import { OverrideError } from './override-error.ts'
import { strategicMerge } from './strategic-merge.ts'

type Patch = NonNullable<Overrides['patches']>[number]

/** What the patches of an instance may add to its resources. */
interface Budget {
  copied: CopyBudget
  /** The characters of JSON that they may have together, each counted once for every resource that it matches. */
  added: number
}

/** Applies the patches of an instance, in their order. Throws an OverrideError for one that fails or matches nothing. */
export function withPatches(manifests: readonly Manifest[], patches: readonly Patch[]): readonly Manifest[] {
  const budget = { copied: new CopyBudget(), added: maxTextBytes }
  return patches.reduce<readonly Manifest[]>(
    (current, patch, index) => patched(current, patch, { name: `overrides.patches[${index}]`, budget }),
    manifests,
  )
}

function patched(
  manifests: readonly Manifest[],
  { target, patch }: Patch,
  { name, budget }: { name: string; budget: Budget },
): Manifest[] {
  const content: unknown = parsed(patch, name)
  const wanted = target ?? targetOf(content, name)
  const size = JSON.stringify(content).length
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
    budget.added -= size
    if (budget.added < 0)
      throw new OverrideError(
        name,
        `adds, with the patches before it, more than ${maxTextBytes.toLocaleString('en')} characters to the resources`,
        'patch fewer resources, or change the definition',
      )
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

/** Reads a patch as manifests are read, whose YAML has the same meaning and the same limits. */
function parsed(patch: string, name: string): unknown {
  const [document, another] = readYamlValues(patch)
  const [error] = [...(document?.errors ?? []), ...(another?.errors ?? [])]
  if (error !== undefined) {
    const { message, line = 1, column = 1, remedy = 'correct the patch' } = error
    throw new OverrideError(
      name,
      `is not valid YAML: ${message} (line ${line}, column ${column})`,
      asClause(remedy),
    )
  }
  if (another !== undefined)
    throw new OverrideError(name, 'contains more than one YAML document', 'write a patch for each of them')
  const content = document?.value
  if (isRecord(content) || Array.isArray(content)) return content
  throw new OverrideError(name, 'is neither a map nor a list of JSON patch operations', 'correct the patch')
}

/** Returns a sentence as a clause of another one. */
function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
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
  { name, budget }: { name: string; budget: Budget },
): Manifest {
  const copy = structuredClone(manifest)
  const problem = applyOperations(copy, operations, budget.copied)
  if (problem !== undefined)
    throw new OverrideError(
      name,
      `cannot be applied to ${manifest.kind} ${manifest.metadata.name}: ${problem.message}`,
      'correct the patch',
    )
  const { apiVersion, kind, metadata } = manifest
  return { ...copy, apiVersion, kind, metadata: { ...copy.metadata, name: metadata.name } }
}
