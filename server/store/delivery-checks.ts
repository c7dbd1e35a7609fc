import type { z } from 'zod'
import { shownValue } from '../../schema/errors.ts'
import type { Draft } from '../../schema/inputs.ts'
import { join } from '../../schema/issue-errors.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { Delivery } from '../../schema/kinds/delivery.ts'
import type { ReferencedSpec } from '../../schema/kinds/kind.ts'
import { parseManifests } from '../../schema/manifests.ts'
import { onceForEach } from '../../schema/once-for-each.ts'
import { imagesIn } from '../../schema/overriding/containers.ts'
import { needsThread } from '../manifests/digests.ts'
import type { Planned } from './checks.ts'
import type { StoreContext } from './context.ts'
import { invalid, type Problem } from './problems.ts'
import type { FindReferencedSpec } from './referenced-specs.ts'

/* Images of deliveries, compared with the definition when they arrive. Its revision compares them again, with what it copies. */

type Spec = z.infer<(typeof Delivery)['spec']>

/** Returns the problems of new deliveries of images that the definition of their application does not have. */
export async function deliveryProblems(
  { digester }: Pick<StoreContext, 'digester'>,
  { planned, findReferenced }: { planned: readonly Planned[]; findReferenced: FindReferencedSpec },
  actor: string,
): Promise<Problem[]> {
  const problems: Problem[] = []
  const imagesOf = onceForEach(async ({ yamlDocument }: ReferencedSpec['spec']) => {
    if (typeof yamlDocument !== 'string') return undefined
    const { manifests, errors } = needsThread(yamlDocument)
      ? await digester.parse(yamlDocument, actor)
      : parseManifests(yamlDocument)
    return manifests.length === 0 && errors.length > 0 ? undefined : imagesIn(manifests)
  })
  for (const { draft, existing, item } of planned) {
    if (draft.kind.kind !== Delivery.kind || existing !== undefined) continue
    const definition = await definitionOf(draft, findReferenced)
    // A missing application or definition is reported as a missing reference.
    if (definition === undefined) continue
    const found = await imagesOf(definition.spec)
    // One that has no manifests yet, or takes too long to parse, is compared by the revision.
    if (found === undefined) continue
    const has = [...found].toSorted().join(', ')
    // Validated with the schema of the kind before.
    const { images } = draft.spec as Spec
    for (const [index, { name }] of images.entries())
      if (!found.has(name))
        problems.push(
          ...invalid([
            {
              path: join(join(item.path, 'spec'), `images[${index}].name`),
              code: 'INVALID',
              message: `must be an image of WorkloadDefinition ${shownValue(definition.name)} (${has || 'none'})`,
              value: shownValue(name),
              remedy: 'Correct it, or add the image to the definition first.',
            },
          ]),
        )
  }
  return problems
}

async function definitionOf(
  delivery: Draft,
  findReferenced: FindReferencedSpec,
): Promise<(Pick<ReferencedSpec, 'spec'> & { name: string }) | undefined> {
  const application = await findReferenced(delivery, 'application')
  if (application === undefined) return undefined
  const { spec, project } = application
  const definition = await findReferenced(
    { ...delivery, kind: kindNamed('Application'), project, spec },
    'definition',
  )
  return definition && { name: String(spec['definition']), spec: definition.spec }
}
