import type { Client } from '../../client-sdk/index.ts'
import { withImagesOf } from '../../schema/delivery/images.ts'
import { compareReleases, type Release } from '../../schema/delivery/releases.ts'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { WorkloadDefinition } from '../../schema/kinds/workload.ts'
import { parseManifests } from '../../schema/manifests.ts'
import { OverrideError } from '../../schema/overriding/override-error.ts'
import { overridden } from '../../schema/overriding/overridden.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun } from '../kind-names.ts'
import { findTarget } from '../objects/find.ts'
import { isTable, parseFormat, printValue } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'
import {
  assertEnvironment,
  assertRevision,
  findApplication,
  partsOf,
  typed,
  type KnownApplication,
  type KnownRevision,
  type KnownStage,
} from './application.ts'
import { runningRevision } from './earlier-revision.ts'

interface CompareInput {
  args: { application: string }
  options: {
    to: string
    from: string | undefined
    revision: number | undefined
    project: string | undefined
    output: string
  }
}

/** One side of a comparison: a revision, as an environment runs it. */
interface Side {
  /** Where it runs; for a revision that is not in an environment, its number. */
  title: string
  revision: KnownRevision
  /** The environment whose parameters and overrides apply. */
  environment: string
}

/** Prints by which fields the revision in an environment differs from what another one runs, or from another revision. */
export async function compare({ args, options }: CompareInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const { to, project, revision: number } = options
  if (options.from !== undefined && number !== undefined)
    throw usageError('--from and --revision cannot be used together: both choose what is compared')
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  assertEnvironment(application, to)
  const { revisions, stages } = await partsOf(client, application)
  const present = sideOf(to, { application, revisions, stages })
  const other =
    number === undefined
      ? sideOf(options.from ?? environmentBefore(application, to), { application, revisions, stages })
      : revisionSide(number, { application, revisions, environment: to })
  const [before, after] = await Promise.all(
    [present, other].map((side) => releaseOf(client, application, side)),
  )
  const differences = before === undefined || after === undefined ? [] : compareReleases(before, after)
  // Those that the environment has not had yet, up to the other one.
  const between = revisions.filter(
    ({ spec }) => spec.number > present.revision.spec.number && spec.number <= other.revision.spec.number,
  )
  if (!isTable(format)) {
    await printValue(io, format, {
      before: summaryOf(present),
      after: summaryOf(other),
      revisions: between.map(({ spec }) => spec),
      differences,
    })
    return
  }
  io.stdout.write(`${present.title} runs ${describe(present.revision)}.\n`)
  io.stdout.write(`${other.title} ${number === undefined ? 'runs' : 'is'} ${describe(other.revision)}.\n`)
  const columns = format.as === 'wide' ? undefined : io.stdout.columns
  if (between.length > 1) {
    const rows = between.map((each) => [
      String(each.spec.number),
      each.spec.delivery ?? '',
      each.spec.commit ?? '',
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
  const headers = ['RESOURCE', 'FIELD', present.title.toUpperCase(), other.title.toUpperCase()]
  io.stdout.write(`\n${renderTable(headers, rows, { columns })}`)
}

interface Known {
  application: KnownApplication
  revisions: readonly KnownRevision[]
  stages: readonly KnownStage[]
}

/** Returns the environment before one, in the order of the application. */
function environmentBefore({ object, spec }: KnownApplication, environment: string): string {
  const names = spec.environments.map((each) => each.environment)
  const before = names[names.indexOf(environment) - 1]
  if (before !== undefined) return before
  throw usageError(
    `${environment} is the first environment of application/${object.name}; name what to compare it with: --from ENVIRONMENT or ` +
      '--revision NUMBER',
  )
}

function sideOf(environment: string, { application, revisions, stages }: Known): Side {
  assertEnvironment(application, environment)
  const stage = stages.find(({ spec }) => spec.environment === environment)
  const number = stage === undefined ? undefined : runningRevision(stage)
  const revision = revisions.find(({ spec }) => spec.number === number)
  if (revision !== undefined) return { title: environment, revision, environment }
  throw new PlatformError(
    'CONFLICT',
    `nothing of application/${application.object.name} runs in ${environment} yet. See: qleetctl get stages`,
  )
}

function revisionSide(
  number: number,
  { application, revisions, environment }: Omit<Known, 'stages'> & { environment: string },
): Side {
  assertRevision(application, revisions, number)
  const revision = revisions.find(({ spec }) => spec.number === number)
  if (revision === undefined) throw new Error(`revision ${number} is known`)
  return { title: `Revision ${number}`, revision, environment }
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

function describe({ spec: { number, delivery, commit } }: KnownRevision): string {
  const details = [delivery, commit].filter((each) => each !== undefined)
  return `revision ${number}${details.length === 0 ? '' : ` (${details.join(', ')})`}`
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
