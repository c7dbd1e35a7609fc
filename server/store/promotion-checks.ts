import type { z } from 'zod'
import { compositionOf, isSameComposition, type Composition } from '../../schema/delivery/composition.ts'
import { partsBetween, unknownParts, type RevisionContent } from '../../schema/delivery/parts.ts'
import { revisionOfStage } from '../../schema/delivery/stage-revision.ts'
import type { KnownRevision, Surroundings } from '../../schema/delivery/surroundings.ts'
import { shownValue, type FieldError } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { Promotion } from '../../schema/kinds/promotion.ts'
import type { Planned } from './checks.ts'
import { projectOf } from './drafts.ts'
import { findObjects, keyText } from './lookups.ts'
import { invalid, type Problem } from './problems.ts'
import type { FindPromoted } from './promoted-applications.ts'
import { specOf, type Sql } from './sql.ts'

/*
 * Promotions of parts, tried when they are written: the revisions exist, the base is what runs, and each part differs. Revisions never
 * change, so that the one that is made later is the one that was tried.
 */

type Spec = z.infer<(typeof Promotion)['spec']>

/** The number of parts that an error lists. */
const maxListed = 40

/** Returns the problems of new promotions of parts. */
export async function promotionProblems(
  sql: Sql,
  planned: readonly Planned[],
  findPromoted: FindPromoted,
): Promise<Problem[]> {
  const fresh = planned.filter(
    ({ draft, existing }) =>
      draft.kind.kind === Promotion.kind && existing === undefined && draft.spec['only'] !== undefined,
  )
  const problems: Problem[] = []
  for (const plan of fresh) problems.push(...(await problemsOf(sql, plan, findPromoted)))
  return problems
}

async function problemsOf(
  sql: Sql,
  { draft, item }: Planned,
  findPromoted: FindPromoted,
): Promise<Problem[]> {
  // Validated with the schema of the kind before.
  const spec = draft.spec as Spec
  const composition = compositionOf(spec)
  if (composition === undefined) return []
  const promoted = await findPromoted(draft)
  if (promoted === undefined) return []
  const { application, around } = promoted
  const problem = (field: string, error: Omit<FieldError, 'path'>): Problem[] =>
    invalid([{ path: join(join(item.path, 'spec'), field), ...error }])
  const missing = (['base', 'revision'] as const).find(
    (field) => recorded(around, composition[field]) === undefined,
  )
  if (missing !== undefined) {
    const numbers = around.revisions.filter(({ ready }) => ready).map((each) => each.spec.number)
    return problem(missing, {
      code: 'NOT_FOUND',
      message: `is no revision of application ${application.name}, which has ${numbers.join(', ') || 'none'}`,
      value: String(composition[missing]),
      remedy: 'Name one of them.',
    })
  }
  const moved = baseProblem(around, { environment: spec.environment, composition })
  if (moved !== undefined) return problem('base', moved)
  const [base, source] = await contentsOf(sql, {
    project: projectOf(draft),
    revisions: [composition.base, composition.revision].map((number) => recorded(around, number)),
  })
  if (base === undefined || source === undefined) return []
  const parts = partsBetween(base, source)
  const names = parts.map(({ part }) => part)
  const more = names.length - maxListed
  const listed = [...names.slice(0, maxListed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
  return unknownParts(composition.only, parts).flatMap((name) =>
    problem(`only[${spec.only?.indexOf(name) ?? 0}]`, {
      code: 'INVALID',
      message: `is not a part by which revision ${composition.revision} differs from ${composition.base}`,
      value: shownValue(name),
      remedy: names.length === 0 ? 'Nothing differs.' : `These differ: ${listed}.`,
    }),
  )
}

function recorded({ revisions }: Surroundings, number: number): KnownRevision | undefined {
  return revisions.find((each) => each.ready && each.spec.number === number)
}

/** Returns why parts cannot be put on top of a revision: something else runs in the environment. */
function baseProblem(
  { stages, revisions }: Surroundings,
  { environment, composition }: { environment: string; composition: Composition },
): Omit<FieldError, 'path'> | undefined {
  const stage = stages.find(({ spec }) => spec.environment === environment)
  const running = stage && revisionOfStage(stage, revisions)
  // What has just been promoted is promoted again.
  const isRepeated = isSameComposition(running?.spec.composition, composition)
  if (running?.spec.number === composition.base || isRepeated) return undefined
  return running === undefined
    ? {
        code: 'CONFLICT',
        message: `does not run in ${environment}: nothing does yet`,
        remedy: 'Promote a whole revision first.',
      }
    : {
        code: 'CONFLICT',
        message: `does not run in ${environment}, which runs revision ${running.spec.number}`,
        value: String(composition.base),
        remedy: `Set it to ${running.spec.number}, after comparing that with \`qleetctl compare\`.`,
      }
}

async function contentsOf(
  sql: Sql,
  { project, revisions }: { project: string | undefined; revisions: readonly (KnownRevision | undefined)[] },
): Promise<(RevisionContent | undefined)[]> {
  const keyOf = ({ name, outputs }: KnownRevision) => ({
    kind: 'WorkloadDefinition',
    project,
    name: outputs.definition ?? name,
  })
  const found = await findObjects(
    sql,
    revisions.flatMap((each) => (each === undefined ? [] : [keyOf(each)])),
  )
  return revisions.map((each) => {
    const definition = each && found.get(keyText(keyOf(each)))
    return definition && contentOf(each, specOf(definition))
  })
}

/** Returns the content of a revision with the copy of its definition. */
export function contentOf(
  { spec, outputs }: Pick<KnownRevision, 'spec' | 'outputs'>,
  definition: Record<string, unknown>,
): RevisionContent {
  return { definition, images: outputs.images ?? spec.images, jobs: spec.jobs ?? [] }
}
