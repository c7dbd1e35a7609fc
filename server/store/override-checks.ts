import { z } from 'zod'
import { join } from '../../schema/issue-errors.ts'
import { Overrides } from '../../schema/overrides.ts'
import {
  failuresOf,
  overrideAll,
  type OverrideFailure,
  type OverrideTask,
} from '../../schema/overriding/override-all.ts'
import type { Overriding } from '../../schema/overriding/overridden.ts'
import { Parameter, ParameterValue } from '../../schema/parameters.ts'
import { needsThreadToOverride } from '../manifests/digests.ts'
import { createSlices } from '../pacing/slices.ts'
import type { Planned } from './checks.ts'
import type { StoreContext } from './context.ts'
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
  { digester }: Pick<StoreContext, 'digester'>,
  { planned, findReferenced }: { planned: readonly Planned[]; findReferenced: FindReferencedSpec },
  actor: string,
): Promise<Problem[]> {
  const problems: Problem[] = []
  const slices = createSlices()
  for (const { draft, existing, item } of planned) {
    if (!Object.hasOwn(draft.kind.spec.shape, 'overrides')) continue
    const changes = changesIn(draft.spec)
    if (changes.every(({ change }) => change.overrides === undefined)) continue
    if (existing !== undefined && deepEqual(changes, changesIn(specOf(existing)))) continue
    const definition = await findReferenced(draft, 'definition')
    // A missing definition is reported as a missing reference.
    if (definition === undefined) continue
    const { yamlDocument = '', parameters } = Definition.parse(definition.spec)
    const task = { texts: [yamlDocument], parameters, changes: changes.map(({ change }) => change) }
    await slices.spend(costOfTrial)
    const failures = await failuresIn({ digester }, task, actor)
    for (const [index, { path }] of changes.entries())
      problems.push(...problemOf(failures[index], path, join(item.path, 'spec')))
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

/** The cost of a trial in this thread, which takes some milliseconds. */
const costOfTrial = 500

async function failuresIn(
  { digester }: Pick<StoreContext, 'digester'>,
  task: OverrideTask,
  actor: string,
): Promise<readonly (OverrideFailure | undefined)[]> {
  return needsThreadToOverride(task) ? digester.tryOverrides(task, actor) : failuresOf(overrideAll(task))
}

function problemOf(failure: OverrideFailure | undefined, path: string, specPath: string): Problem[] {
  // Parameters have checks of their own.
  if (failure === undefined || failure.field.startsWith('parameters')) return []
  const { field, problem, remedy } = failure
  const sentence = `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`
  const changed = path === '' ? field : join(path, field)
  return invalid([{ path: join(specPath, changed), code: 'INVALID', message: problem, remedy: sentence }])
}
