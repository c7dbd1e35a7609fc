import { z } from 'zod'
import { OpenedDefinitionDocument } from '../generated/documents.ts'
import { parseManifests } from '../../schema/manifests.ts'
import type { ApplicationRevision as Kind } from '../../schema/kinds/application-revision.ts'
import { invalidRevision } from '../../schema/delivery/surroundings.ts'
import { imagesIn } from '../../schema/overriding/containers.ts'
import { done, failed } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'

/** Copies the definition of an application once. The copy is kept as it is: it is not declared again, and nobody else may change it. */
export const ApplicationRevision: Reconciler<Environment> = {
  ensure: async (context) => {
    const { client, object, epoch } = context
    // The server has validated the spec with the schema of the kind.
    const { images, delivered = [], number } = object.manifestSpec as z.infer<(typeof Kind)['spec']>
    if (context.state['recorded'] === true)
      return done(`Revision ${number} is recorded.`, {
        outputs: object.status.outputs as Record<string, unknown>,
      })
    const { result } = await client.execute(OpenedDefinitionDocument, { id: object.id, epoch })
    // A revision never changes, so it has no rollouts.
    const { source: _, rollout: __, ...spec } = OpenedSpec.parse(result.spec)
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
        generation: result.generation,
        images: images.filter(({ name }) => found.has(name)),
      },
    })
  },

  remove: async () => done('Nothing is left of it.'),
}

const OpenedSpec = z.looseObject({
  yamlDocument: z.string(),
  source: z.unknown().optional(),
  rollout: z.unknown().optional(),
})
