import type { Client, SavedPlan } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { actualAction, reasonForNone } from '../../schema/planned-resources.ts'
import { nounAndName } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { actionColours } from './action-colours.ts'
import { refusalsText, uncheckedText } from './plan-checks.ts'
import { reportWarnings } from './write.ts'
import { operationsText, risksText } from './plan-operations.ts'

/** Returns the plan of a dry run, with its result. */
export async function recordedPlan<Result>(
  client: Client,
  dryRun: (planning: Client) => Promise<Result>,
): Promise<{ result: Result; plan: SavedPlan }> {
  const plans: SavedPlan[] = []
  const result = await dryRun(client.with({ onPlan: (saved) => plans.push(saved) }))
  const [plan] = plans
  if (plan === undefined) throw new Error('a dry run has recorded no plan')
  return { result, plan }
}

/** Prints the plans that a dry run has recorded: what follows from each, and how to execute it. */
export async function reportPlans(io: Io, plans: readonly SavedPlan[], output: unknown): Promise<void> {
  if (plans.length === 0)
    throw new PlatformError('UNSUPPORTED', 'this command records no plan; use --dry-run=server')
  // Data on stdout stays what it is without a plan.
  const out = output === undefined || output === 'table' ? io.stdout : io.stderr
  for (const plan of plans) {
    reportWarnings(io, plan.changes)
    out.write(`${consequencesOf(io, plan)}${executionText(plan)}`)
  }
}

/** Returns what follows from a plan, beyond the objects that it names; empty if nothing does. */
export function consequencesOf(io: Io, plan: SavedPlan): string {
  const { columns } = io.stdout
  const made = plan.dependencies.filter(({ action }) => action !== 'KEEP' && action !== 'USE')
  return inParts([
    refusalsText(io, plan.resources),
    made.length === 0
      ? ''
      : renderTable(
          ['DEPENDENCY', 'ACTION', 'OF'],
          made.map(({ kind, name, action, owner }) => [
            nounAndName({ kind, name }),
            action.toLowerCase(),
            nounAndName(owner),
          ]),
          { columns },
        ),
    ...effectsText(io, plan),
  ])
}

/** Returns what a plan does beyond objects, in parts, some of which may be empty. */
export function effectsText(io: Io, plan: SavedPlan): string[] {
  const { resources } = plan
  return [
    rolloutsText(io, plan.rollouts),
    resourcesText(io, resources),
    uncheckedText(resources),
    operationsText(io, plan),
    risksText(
      io,
      plan.risks.filter((risk) => !isDeleted(plan, risk)),
    ),
    plan.notes.map((note) => `${note}\n`).join(''),
  ]
}

/** Reports whether an object is listed as deleted, which says enough. */
function isDeleted({ deletions }: SavedPlan, { object }: SavedPlan['risks'][number]): boolean {
  return deletions.some(
    ({ object: { kind, project, name }, keptBy }) =>
      keptBy.length === 0 && kind === object.kind && project === object.project && name === object.name,
  )
}

/** Joins parts of a text, each after an empty line. */
export function inParts(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => `\n${part}`)
    .join('')
}

/** Returns a table of what applications would do in their environments; empty if there are none. */
function rolloutsText({ stdout, env }: Io, rollouts: SavedPlan['rollouts']): string {
  if (rollouts.length === 0) return ''
  const paint = painter(stdout, env)
  const rows = rollouts.map(({ application, environment, from, to, waiting }) => [
    application,
    environment,
    revisionText(from, to),
    waiting ?? '',
  ])
  return renderTable(['APPLICATION', 'ENVIRONMENT', 'REVISION', 'WAITING'], rows, {
    columns: stdout.columns,
    paint: (text, { header, value }) =>
      header === 'REVISION' && value.includes('->') ? paint('yellow', text) : text,
  })
}

/** Returns a table of the resources that would change in clusters; empty if there are none. */
function resourcesText({ stdout, env }: Io, resources: SavedPlan['resources']): string {
  if (resources.length === 0) return ''
  const paint = painter(stdout, env)
  const rows = resources.map((each) => {
    const { resource, pods, object } = each
    const action = actualAction(each)
    return [
      resource,
      action.toLowerCase(),
      pods === 'NONE' || action === 'NONE' ? '' : pods.toLowerCase(),
      nounAndName(object),
      changesOf(each),
    ]
  })
  return renderTable(['RESOURCE', 'ACTION', 'PODS', 'WORKLOAD', 'CHANGES'], rows, {
    columns: stdout.columns,
    paint: (text, { header, value }) => {
      if (header === 'ACTION') return paint(actionColours[value] ?? 'dim', text)
      return header === 'PODS' && value === 'downtime' ? paint('red', text) : text
    },
  })
}

function changesOf(resource: SavedPlan['resources'][number]): string {
  const { action, immutable, diff } = resource
  if (actualAction(resource) === 'NONE') return reasonForNone(resource) ?? ''
  return immutable.length > 0 && action === 'UPDATE'
    ? `cannot change in place: ${pathsOf(immutable)}`
    : pathsOf(diff.map(({ path }) => path))
}

/** The most changed fields that a row names. */
const maxPaths = 3

export function pathsOf(paths: readonly string[]): string {
  const more = paths.length - maxPaths
  const shown = paths.slice(0, maxPaths).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}

function revisionText(from: number | null, to: number | null): string {
  const text = (revision: number | null): string => (revision === null ? 'none' : String(revision))
  return from === to ? text(from) : `${text(from)} -> ${text(to)}`
}

/** Returns how to execute a plan. */
export function executionText({
  id,
  expiresAt,
  rollouts,
}: Pick<SavedPlan, 'id' | 'expiresAt' | 'rollouts'>): string {
  const until = `${expiresAt.slice(0, 10)} ${expiresAt.slice(11, 16)} UTC`
  const approved = rollouts.find(({ approves }) => approves !== null)
  if (approved !== undefined)
    return (
      `\nPlan ${id}: \`qleetctl approve ${approved.application} --plan ${id}\` approves revision ${approved.approves} for ` +
      `${approved.environment} as long as the rollout would do this. Anyone with permission can approve it until ${until}.\n`
    )
  return `\nPlan ${id}: \`qleetctl apply --plan ${id}\` does exactly this, or nothing, until ${until}.\n`
}
