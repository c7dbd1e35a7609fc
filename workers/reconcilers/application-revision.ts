import { z } from 'zod'
import { OpenedPartsDocument } from '../generated/documents.ts'
import { composedDefinition } from '../../schema/delivery/parts.ts'
import { parseManifests } from '../../schema/manifests.ts'
import type { Composition } from '../../schema/delivery/composition.ts'
import type { ApplicationRevision as Kind } from '../../schema/kinds/application-revision.ts'
import { invalidRevision } from '../../schema/delivery/surroundings.ts'
import { imagesIn } from '../../schema/overriding/containers.ts'
import { done, failed } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import { openDefinition } from '../resources/open-definition.ts'

/** Copies the definition of an application once, or makes one of two others. The copy is kept as it is: it is not declared again, and only its owner may change it. */
export const ApplicationRevision: Reconciler<Environment> = {
  ensure: async (context) => {
    const { object } = context
    // The server has validated the spec with the schema of the kind.
    const { images, delivered = [], number, composition } = object.manifestSpec as RevisionSpec
    if (context.state['recorded'] === true)
      return done(`Revision ${number} is recorded.`, {
        outputs: object.status.outputs as Record<string, unknown>,
      })
    const { spec, generation } =
      composition === undefined ? await openedCopy(context) : await openedComposition(context, composition)
    const found = imagesIn(parseManifests(spec.yamlDocument).manifests)
    const missing = delivered.find((name) => !found.has(name))
    if (missing !== undefined) {
      const message = `The definition has no image ${missing}; it has ${[...found].join(', ') || 'none'}.`
      return failed({ reason: invalidRevision, message, blocked: true }, { retryable: false, final: true })
    }
    const owned = await reconcileOwned(context, [
      {
        kind: 'WorkloadDefinition',
        name: object.name,
        project: object.projectName ?? 'default',
        spec,
        field: 'spec.definition',
      },
    ])
    if ('outcome' in owned) return owned
    const waiting = unreadyOwned(owned)
    if (waiting !== undefined) return waiting
    context.updateState({ recorded: true })
    return done(`Revision ${number} is recorded.`, {
      outputs: {
        definition: object.name,
        generation,
        images: images.filter(({ name }) => found.has(name)),
      },
    })
  },

  remove: async () => done('Nothing is left of it.'),
}

type RevisionSpec = z.infer<(typeof Kind)['spec']>

async function openedCopy(context: ReconcileContext) {
  const result = await openDefinition(context)
  // A revision never changes, so it has no rollouts.
  const { source: _, rollout: __, ...spec } = OpenedSpec.parse(result.spec)
  return { spec, generation: result.generation }
}

/** Returns the definition of a revision that is made of two. */
async function openedComposition(
  { client, object, epoch }: ReconcileContext,
  { only }: Pick<Composition, 'only'>,
) {
  const { base, source } = await client.execute(OpenedPartsDocument, { id: object.id, epoch })
  const spec = composedDefinition(OpenedSpec.parse(base.spec), OpenedSpec.parse(source.spec), only)
  return { spec: OpenedSpec.parse(spec), generation: 1 }
}

const OpenedSpec = z.looseObject({
  yamlDocument: z.string(),
  source: z.unknown().optional(),
  rollout: z.unknown().optional(),
})
