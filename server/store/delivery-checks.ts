import type { z } from 'zod'
import { shownValue } from '../../schema/errors.ts'
import type { Draft } from '../../schema/inputs.ts'
import { join } from '../../schema/issue-errors.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { Delivery } from '../../schema/kinds/delivery.ts'
import { parseManifests } from '../../schema/manifests.ts'
import { imagesIn } from '../../schema/overriding/containers.ts'
import type { Planned } from './checks.ts'
import { invalid, type Problem } from './problems.ts'
import type { FindReferencedSpec } from './referenced-specs.ts'

/* Images of deliveries, compared with the definition when they arrive. Its revision compares them again, with what it copies. */

type Spec = z.infer<(typeof Delivery)['spec']>

/** Returns the problems of new deliveries of images that the definition of their application does not have. */
export async function deliveryProblems(
  planned: readonly Planned[],
  findReferenced: FindReferencedSpec,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { draft, existing, item } of planned) {
    if (draft.kind.kind !== Delivery.kind || existing !== undefined) continue
    const definition = await definitionOf(draft, findReferenced)
    // A missing application or definition is reported as a missing reference.
    if (definition === undefined) continue
    const found = imagesIn(parseManifests(definition.yamlDocument).manifests)
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
): Promise<{ name: string; yamlDocument: string } | undefined> {
  const application = await findReferenced(delivery, 'application')
  if (application === undefined) return undefined
  const { spec, project } = application
  const definition = await findReferenced(
    { ...delivery, kind: kindNamed('Application'), project, spec },
    'definition',
  )
  const yamlDocument = definition?.spec['yamlDocument']
  return typeof yamlDocument === 'string' ? { name: String(spec['definition']), yamlDocument } : undefined
}
