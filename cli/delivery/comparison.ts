import type { Client } from '../../client-sdk/index.ts'
import { withImagesOf } from '../../schema/delivery/images.ts'
import { compareReleases, type Release, type ReleaseDifference } from '../../schema/delivery/releases.ts'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { WorkloadDefinition } from '../../schema/kinds/workload.ts'
import { parseManifests } from '../../schema/manifests.ts'
import { OverrideError } from '../../schema/overriding/override-error.ts'
import { overridden } from '../../schema/overriding/overridden.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun } from '../kind-names.ts'
import { findTarget } from '../objects/find.ts'
import { isTable, printValue, type Format } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'
import {
  assertEnvironment,
  assertRevision,
  typed,
  type KnownApplication,
  type KnownRevision,
  type KnownStage,
} from './application.ts'
import { runningRevision } from './earlier-revision.ts'

/** One side of a comparison: a revision, as an environment runs it. */
interface Side {
  /** The environment in which it runs, or the revision by its number. */
  title: string
  isRunning: boolean
  revision: KnownRevision
  /** The environment whose parameters and overrides apply. */
  environment: string
}

/** An application with its revisions in the order of their numbers, and its stages. */
export interface Known {
  application: KnownApplication
  revisions: readonly KnownRevision[]
  stages: readonly KnownStage[]
}

/** Returns what runs in an environment; undefined if nothing does yet. */
export function runningSide(
  environment: string,
  { application, revisions, stages }: Known,
): Side | undefined {
  assertEnvironment(application, environment)
  const stage = stages.find(({ spec }) => spec.environment === environment)
  const number = stage === undefined ? undefined : runningRevision(stage)
  const revision = revisions.find(({ spec }) => spec.number === number)
  return revision && { title: environment, isRunning: true, revision, environment }
}

/** Returns a revision as an environment would run it. Throws NOT_FOUND if the application has no such revision. */
export function revisionSide(number: number, { application, revisions }: Known, environment: string): Side {
  assertRevision(application, revisions, number)
  const revision = revisions.find(({ spec }) => spec.number === number)
  if (revision === undefined) throw new Error(`revision ${number} is known`)
  return { title: `Revision ${number}`, isRunning: false, revision, environment }
}

export interface Comparison {
  before: Side
  after: Side
  /** The revisions after the one before, up to the other one. */
  between: readonly KnownRevision[]
  differences: readonly ReleaseDifference[]
}

export async function comparisonOf(
  client: Client,
  { application, revisions }: Known,
  { before, after }: { before: Side; after: Side },
): Promise<Comparison> {
  const [from, to] = await Promise.all([
    releaseOf(client, application, before),
    releaseOf(client, application, after),
  ])
  const between = revisions.filter(
    ({ spec }) => spec.number > before.revision.spec.number && spec.number <= after.revision.spec.number,
  )
  return { before, after, between, differences: compareReleases(from, to) }
}

export async function printComparison(
  { io }: CommandContext,
  format: Format,
  { before, after, between, differences }: Comparison,
): Promise<void> {
  if (!isTable(format)) {
    await printValue(io, format, {
      before: summaryOf(before),
      after: summaryOf(after),
      revisions: between.map(({ spec }) => spec),
      differences,
    })
    return
  }
  io.stdout.write(`${sentenceOf(before)}\n${sentenceOf(after)}\n`)
  const columns = format.as === 'wide' ? undefined : io.stdout.columns
  if (between.length > 1) {
    const rows = between.map(({ spec: { number, delivery, commit } }) => [
      String(number),
      delivery ?? '',
      commit ?? '',
    ])
    io.stdout.write(`\n${renderTable(['REVISION', 'DELIVERY', 'COMMIT'], rows, { columns })}`)
  }
  if (differences.length === 0) {
    io.stdout.write('Nothing differs.\n')
    return
  }
  const rows = differences.map(({ resource, path, before: one, after: two }) => [
    resource,
    path,
    valueText(one),
    valueText(two),
  ])
  const headers = ['RESOURCE', 'FIELD', before.title.toUpperCase(), after.title.toUpperCase()]
  io.stdout.write(`\n${renderTable(headers, rows, { columns })}`)
}

/** Prints as a table what a revision would change in an environment, if something runs there. */
export async function printChanges(
  context: CommandContext,
  client: Client,
  {
    known,
    environment,
    revision,
    format,
  }: { known: Known; environment: string; revision: number; format: Format },
): Promise<void> {
  const before = runningSide(environment, known)
  if (before === undefined || !isTable(format)) return
  const after = revisionSide(revision, known, environment)
  await printComparison(context, format, await comparisonOf(client, known, { before, after }))
}

async function releaseOf(
  client: Client,
  { object, spec }: KnownApplication,
  { revision, environment }: Side,
): Promise<Release> {
  const target = {
    kind: kindByNoun('workload-definition'),
    name: revision.outputs.definition ?? revision.object.name,
    project: object.projectName ?? undefined,
  }
  const definition = typed<typeof WorkloadDefinition>(await findTarget(client, target)).spec
  const { yamlDocument, parameters: declared = [], ...settings } = definition
  const listed = spec.environments.find((each) => each.environment === environment)
  const overriding = {
    parameters: listed?.parameters,
    overrides: withImagesOf(revision.outputs.images ?? [], listed?.overrides),
  }
  const { manifests } = parseManifests(yamlDocument)
  try {
    return { manifests: overridden({ manifests, parameters: declared }, overriding), settings }
  } catch (error) {
    if (!(error instanceof OverrideError)) throw error
    throw new PlatformError(
      'CONFLICT',
      `revision ${revision.spec.number} cannot run in ${environment}: ${error.message}`,
    )
  }
}

function sentenceOf({ title, isRunning, revision: { spec } }: Side): string {
  const { number, delivery, commit } = spec
  const details = [delivery, commit].filter((each) => each !== undefined)
  const build = details.length === 0 ? '' : ` (${details.join(', ')})`
  return isRunning ? `${title} runs revision ${number}${build}.` : `Compared with revision ${number}${build}.`
}

function summaryOf({ revision, environment }: Side) {
  return { environment, ...revision.spec }
}

/** Returns a value for the table, with the start of each digest. */
function valueText(value: unknown): string {
  if (value === undefined) return '-'
  const text = typeof value === 'string' ? value : shownValue(value)
  return text.replaceAll(/(sha256:[0-9a-f]{12})[0-9a-f]{52}/g, '$1…')
}
