import type { z } from 'zod'
import type { Client } from '../../client-sdk/index.ts'
import { isNewer } from '../../schema/delivery/composition.ts'
import { withImagesOf } from '../../schema/delivery/images.ts'
import type { NamedPart } from '../../schema/delivery/part-tree.ts'
import { composedContent, partsBetween, type RevisionContent } from '../../schema/delivery/parts.ts'
import { compareReleases, type Release, type ReleaseDifference } from '../../schema/delivery/releases.ts'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
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
import { providedIn } from './provided.ts'

/** One side of a comparison: a revision, as an environment runs it. */
interface Side {
  /** The environment in which it runs, or the revision by its number. */
  title: string
  isRunning: boolean
  revision: KnownRevision
  /** The environment whose parameters and overrides apply. */
  environment: string
  /** The parts of the revision that are put on top of another one. @default all of it */
  parts?: { base: KnownRevision; only: readonly string[] }
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

/** A difference with the part that brings it; absent for one that is not of the revisions. */
interface ComparedField extends ReleaseDifference {
  part?: string
}

export interface Comparison {
  before: Side
  after: Side
  /** The revisions after the one before, up to the other one. */
  between: readonly KnownRevision[]
  differences: readonly ComparedField[]
  /** The parts by which the revisions differ. */
  parts: readonly NamedPart[]
}

export async function comparisonOf(
  client: Client,
  { application, revisions, stages }: Known,
  { before, after }: { before: Side; after: Side },
): Promise<Comparison> {
  const providedOf = async ({ environment }: Side): Promise<Pick<Release, 'provided'>> => {
    const stage = stages.find(({ spec }) => spec.environment === environment)
    // A revision does not change how its dependencies are provided.
    if (stage === undefined || before.environment === after.environment) return {}
    return { provided: await providedIn(client, stage) }
  }
  const [from, to, here, there] = await Promise.all([
    contentOf(client, application, before),
    contentOf(client, application, after),
    providedOf(before),
    providedOf(after),
  ])
  const between = revisions.filter(
    ({ spec }) =>
      spec.composition === undefined &&
      isNewer(spec, before.revision.spec) &&
      !isNewer(spec, after.revision.spec),
  )
  const parts = partsBetween(from, to)
  const differences = compareReleases(
    { ...releaseOf(application, before, from), ...here },
    { ...releaseOf(application, after, to), ...there },
  ).map((each) => withPart(each, parts))
  return { before, after, between, differences, parts }
}

function withPart(difference: ReleaseDifference, parts: readonly NamedPart[]): ComparedField {
  const { resource, path } = difference
  const found = parts.find(
    (each) =>
      each.resource === resource &&
      (each.path === '' ||
        each.path === path ||
        ['.', '['].some((next) => path.startsWith(each.path + next))),
  )
  return found === undefined ? difference : { ...difference, part: found.part }
}

export async function printComparison(
  { io }: CommandContext,
  format: Format,
  { before, after, between, differences, parts }: Comparison,
): Promise<void> {
  if (!isTable(format)) {
    await printValue(io, format, {
      before: summaryOf(before),
      after: summaryOf(after),
      revisions: between.map(({ spec }) => spec),
      differences,
      parts: parts.map(({ part }) => part),
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
  const rows = differences.map(({ resource, path, before: one, after: two, part = '' }) => [
    resource,
    path,
    valueText(one),
    valueText(two),
    part,
  ])
  const headers = ['RESOURCE', 'FIELD', before.title.toUpperCase(), after.title.toUpperCase(), 'PART']
  io.stdout.write(`\n${renderTable(headers, rows, { columns, optional: ['PART'] })}`)
  const shown = new Set(differences.map(({ part }) => part))
  const others = parts.filter(({ part }) => !shown.has(part))
  if (others.length > 0)
    io.stdout.write(`\nThe revisions also differ in ${others.map(({ part }) => part).join(', ')}.\n`)
}

/** Prints as a table what a revision would change in an environment, if something runs there. */
export async function printChanges(
  context: CommandContext,
  client: Client,
  {
    known,
    environment,
    revision,
    parts,
    format,
  }: { known: Known; environment: string; revision: number; parts?: Side['parts']; format: Format },
): Promise<void> {
  const before = runningSide(environment, known)
  if (before === undefined || !isTable(format)) return
  const after = { ...revisionSide(revision, known, environment), ...defined({ parts }) }
  await printComparison(context, format, await comparisonOf(client, known, { before, after }))
}

/** Returns what one side of a comparison consists of. */
async function contentOf(
  client: Client,
  application: KnownApplication,
  { revision, parts }: Pick<Side, 'revision' | 'parts'>,
): Promise<RevisionContent> {
  if (parts !== undefined) {
    const [base, source] = await Promise.all([
      contentOf(client, application, { revision: parts.base }),
      contentOf(client, application, { revision }),
    ])
    return composedContent(base, source, parts.only)
  }
  const { object } = application
  const target = {
    kind: kindByNoun('workload-definition'),
    name: revision.outputs.definition ?? revision.object.name,
    project: object.projectName ?? undefined,
  }
  const definition = typed<typeof WorkloadDefinition>(await findTarget(client, target)).spec
  return { definition, images: revision.outputs.images ?? [], jobs: revision.spec.jobs ?? [] }
}

/** Returns what an environment runs of a revision. */
function releaseOf(
  { spec }: KnownApplication,
  { revision, environment }: Side,
  { definition, images }: RevisionContent,
): Release {
  // The server has validated the definition with the schema of its kind.
  const {
    yamlDocument,
    parameters: declared = [],
    ...settings
  } = definition as z.infer<(typeof WorkloadDefinition)['spec']>
  const listed = spec.environments.find((each) => each.environment === environment)
  const overriding = {
    parameters: listed?.parameters,
    overrides: withImagesOf(images, listed?.overrides),
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

function sentenceOf({ title, isRunning, revision: { spec }, parts }: Side): string {
  const { number, delivery, commit } = spec
  const details = [delivery, commit].filter((each) => each !== undefined)
  const build = details.length === 0 ? '' : ` (${details.join(', ')})`
  const { composition: made } = spec
  const madeOf =
    made === undefined ? '' : `, made of ${made.base} with ${made.only.join(', ')} of ${made.revision}`
  if (parts !== undefined)
    return `Compared with revision ${parts.base.spec.number} with ${parts.only.join(', ')} of revision ${number}${build}.`
  return `${isRunning ? `${title} runs` : 'Compared with'} revision ${number}${build}${madeOf}.`
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
