import { z } from 'zod'
import { Autoscaling } from '../../schema/autoscaling.ts'
import { Dependency } from '../../schema/dependencies/declaration.ts'
import { parseManifests } from '../../schema/manifests.ts'
import { OverrideError } from '../../schema/overriding/override-error.ts'
import { Parameter } from '../../schema/parameters.ts'
import { failed, type Failed } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { CachedDefinition, ReconcilerCaches } from '../environment.ts'
import { openDefinition } from './open-definition.ts'
import { assertOpened } from './opened-manifests.ts'

interface DefinitionVersion {
  id: string
  generation: number
}

/** Returns the definition to which the reconciled object refers, with the plain values of its Secrets. */
export async function definitionOf(
  context: ReconcileContext,
  { id, generation }: DefinitionVersion,
  { definitions }: ReconcilerCaches,
): Promise<CachedDefinition> {
  const cached = definitions.get(`${id}/${generation}`)
  if (cached !== undefined) return cached
  const opened = await openDefinition(context)
  const { yamlDocument, ...declared } = OpenedSpec.parse(opened.spec)
  const { manifests } = parseManifests(yamlDocument)
  assertOpened(manifests)
  const definition = { manifests, ...declared }
  definitions.set(`${id}/${opened.generation}`, definition)
  return definition
}

const OpenedSpec = z.object({
  yamlDocument: z.string(),
  parameters: z.array(Parameter).default([]),
  dependencies: z.array(Dependency).default([]),
  autoscaling: z.array(Autoscaling).default([]),
})

/** Turns an error in what is changed about manifests into an outcome. */
export function withOverrideErrors<Result>(reason: string, work: () => Result): Result | Failed {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof OverrideError)) throw error
    const cause = { reason, message: sentence(error.message), blocked: true }
    return failed(cause, { retryable: false })
  }
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
