import { z } from 'zod'
import { join } from '../../schema/issue-errors.ts'
import { parseManifests } from '../../schema/manifests.ts'
import { Overrides } from '../../schema/overrides.ts'
import { OverrideError } from '../../schema/overriding/override-error.ts'
import { overridden, type Overridable, type Overriding } from '../../schema/overriding/overridden.ts'
import { Parameter, ParameterValue } from '../../schema/parameters.ts'
import type { Planned } from './checks.ts'
import { deepEqual } from './deep-equal.ts'
import { invalid, type Problem } from './problems.ts'
import type { FindReferencedSpec } from './referenced-specs.ts'
import { specOf } from './sql.ts'

/* Overrides of instances, tried on the resources of their definitions. A later change of a definition does not repeat it. */

/** The fields of an instance that change the resources of its definition. */
const Changing = z.object({
  parameters: z.record(z.string(), ParameterValue).optional(),
  overrides: Overrides.optional(),
  placement: z
    .object({
      overrides: z
        .array(
          z.object({
            parameters: z.record(z.string(), ParameterValue).optional(),
            overrides: Overrides.optional(),
          }),
        )
        .optional(),
    })
    .optional(),
})

const Definition = z.object({
  yamlDocument: z.string().optional(),
  parameters: z.array(Parameter).default([]),
})

/** Returns the problems of new or changed overrides that fail on the definition of their instance, or match nothing there. */
export async function overrideProblems(
  planned: readonly Planned[],
  findReferenced: FindReferencedSpec,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { draft, existing, item } of planned) {
    if (!Object.hasOwn(draft.kind.spec.shape, 'overrides')) continue
    const changes = changesIn(draft.spec)
    if (changes.every(({ change }) => change.overrides === undefined)) continue
    if (existing !== undefined && deepEqual(changes, changesIn(specOf(existing)))) continue
    const definition = await findReferenced(draft, 'definition')
    // A missing definition is reported as a missing reference.
    if (definition === undefined) continue
    const { yamlDocument = '', parameters } = Definition.parse(definition.spec)
    const resources = { manifests: parseManifests(yamlDocument).manifests, parameters }
    for (const each of changes) problems.push(...problemsOf(resources, each, join(item.path, 'spec')))
  }
  return problems
}

interface Change {
  /** The path of the fields in the spec of the instance. */
  path: string
  change: Overriding
}

/** Returns the changes of an instance itself, and those of each of its locations. */
function changesIn(spec: Record<string, unknown>): Change[] {
  const { parameters, overrides, placement } = Changing.parse(spec)
  const own = { parameters, overrides }
  return [
    { path: '', change: own },
    ...(placement?.overrides ?? []).flatMap((each, index) =>
      each.overrides === undefined
        ? []
        : [
            {
              path: `placement.overrides[${index}]`,
              change: { parameters: { ...parameters, ...each.parameters }, overrides: each.overrides },
            },
          ],
    ),
  ]
}

function problemsOf(resources: Overridable, { path, change }: Change, specPath: string): Problem[] {
  try {
    overridden(resources, change)
    return []
  } catch (error) {
    if (!(error instanceof OverrideError)) throw error
    const { field, problem, remedy } = error
    // Parameters have checks of their own.
    if (field.startsWith('parameters')) return []
    const sentence = `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`
    const changed = path === '' ? field : join(path, field)
    return invalid([{ path: join(specPath, changed), code: 'INVALID', message: problem, remedy: sentence }])
  }
}
