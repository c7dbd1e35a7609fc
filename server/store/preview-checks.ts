import { defaultMaxPreviews, type PreviewSettings } from '../../schema/delivery/previews.ts'
import { join } from '../../schema/issue-errors.ts'
import { Preview } from '../../schema/kinds/preview.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Planned } from './checks.ts'
import { projectOf, referencesOf } from './drafts.ts'
import { findByIds, findHolders, findObjects, keyText } from './lookups.ts'
import { lockByIds } from './ownership.ts'
import { invalid, type Problem } from './problems.ts'
import { run, specOf, type Sql } from './sql.ts'

/*
 * Open previews of an application: at most one for a pull request, and not more than the application allows. New ones lock their
 * application, which the statement that creates them would do soon after, so that two at a time count each other.
 */

/** Returns the problems of new previews that are too many, or for whose pull request there is one. */
export async function previewProblems(sql: Sql, planned: readonly Planned[]): Promise<Problem[]> {
  const fresh = planned.filter(
    ({ draft, existing }) => draft.kind.kind === Preview.kind && existing === undefined,
  )
  if (fresh.length === 0) return []
  const keyOf = ({ draft }: Planned) => referencesOf(draft).find(({ field }) => field === 'application')
  const keys = fresh.flatMap((each) => keyOf(each) ?? [])
  const applications = await findObjects(sql, keys)
  await lockByIds(
    sql,
    [...applications.values()].map(({ id }) => id),
  )
  const problems: Problem[] = []
  const added = new Map<bigint, { name: string; pullRequest: unknown }[]>()
  for (const plan of fresh) {
    const key = keyOf(plan)
    // A missing application is reported as a missing reference.
    const application = key && applications.get(keyText(key))
    if (application === undefined) continue
    const before = added.get(application.id) ?? (await openPreviews(sql, application))
    problems.push(...problemsOf(plan, { application, open: before }))
    const { name, spec } = plan.draft
    added.set(application.id, [...before, { name, pullRequest: spec['pullRequest'] }])
  }
  return problems
}

async function openPreviews(
  sql: Sql,
  { id: applicationId }: StoredObject,
): Promise<{ name: string; pullRequest: unknown }[]> {
  const holders = (await findHolders(sql, [applicationId])).filter(({ kind }) => kind === Preview.kind)
  const rows = await run<StoredObject>(sql, findByIds, [holders.map(({ id }) => id)])
  return rows
    .filter(({ deletionRequestedAt, expiresAt }) => deletionRequestedAt === null && expiresAt === null)
    .map((row) => ({ name: row.name, pullRequest: specOf(row)['pullRequest'] }))
}

function problemsOf(
  { draft, item }: Planned,
  {
    application,
    open,
  }: { application: StoredObject; open: readonly { name: string; pullRequest: unknown }[] },
): Problem[] {
  const path = join(item.path, 'spec')
  const { pullRequest } = draft.spec
  const same = open.find((each) => each.pullRequest === pullRequest)
  if (same !== undefined)
    return invalid([
      {
        path: `${path}.pullRequest`,
        code: 'DUPLICATE',
        message: `has the preview ${same.name} already`,
        value: String(pullRequest),
        remedy: `Update ${projectOf(draft) ?? ''}/${same.name} instead.`,
      },
    ])
  // The server has validated the spec of the application with the schema of its kind.
  const { max = defaultMaxPreviews } = (specOf(application)['previews'] ?? {}) as PreviewSettings
  if (open.length < max) return []
  const names = open.map(({ name }) => name).toSorted()
  return invalid([
    {
      path: `${path}.application`,
      code: 'CONFLICT',
      message: `has ${open.length} open previews, and previews.max allows ${max}: ${names.join(', ')}`,
      remedy: `Close one of them, or raise previews.max of application ${application.name}.`,
    },
  ])
}
