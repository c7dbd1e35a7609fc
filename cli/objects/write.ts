import type {
  AppliedObject,
  ApplyOptions,
  Client,
  ObjectDocument,
  WriteOptions,
} from '../../client-sdk/index.ts'
import { isPlatformError, type FieldError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import { fileErrors } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { locateError, type DesiredObject } from '../documents/desired.ts'
import { errorAt } from '../documents/source-location.ts'
import { kindByNoun, nounAndName } from '../kind-names.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import type { Awaited } from '../waiting/wait-for.ts'
import type { DryRun, WaitingInput } from '../settings/options.ts'
import { painter } from '../terminal/style.ts'
import { differencesOf, unifiedDiff } from './differences.ts'
import { parseFormat, printValue } from './formats.ts'
import { objectTable } from './object-table.ts'
import { reachText } from './reach.ts'
import { recordOf } from './record.ts'

/** Options of all commands that write the objects of a file. */
export interface WriteInput {
  wait: boolean
  timeout: number
  dryRun: DryRun
  project: string | undefined
  reason: string | undefined
  idempotencyKey?: string | undefined
  output: string
}

/** Applies documents, all or none. Field errors of the server are mapped to their location in the files. */
export async function applyDesired(
  client: Client,
  { desired, documents }: { desired: readonly DesiredObject[]; documents: readonly ObjectDocument[] },
  write: ApplyOptions,
): Promise<AppliedObject[]> {
  return locatingErrors(desired, () => client.apply(documents, write))
}

/** Executes a request about the objects of files. Its errors name the places in the files. */
export async function locatingErrors<Result>(
  desired: readonly DesiredObject[],
  request: () => Promise<Result>,
): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    const { fields = [], furtherFields } = isPlatformError(error) ? error.details : {}
    if (!isPlatformError(error) || fields.length === 0) throw error
    throw fileErrors(
      fields.map((field) => locateInDocuments(desired, field)),
      { code: error.code, further: furtherFields },
    )
  }
}

/**
 * Applies documents that a command has built from its options. Messages of errors omit the indices of documents, which
 * users of such a command do not see.
 */
export async function applyBuilt(
  client: Client,
  documents: readonly ObjectDocument[],
  write: ApplyOptions,
): Promise<AppliedObject[]> {
  return client.apply(documents, write).catch((error: unknown) => {
    if (isPlatformError(error)) error.message = error.message.replaceAll(/documents\[\d+\]\.?/g, '')
    throw error
  })
}

export function documentOf({
  kind,
  name,
  project,
  labels,
  annotations,
  spec,
}: DesiredObject): ObjectDocument {
  return {
    kind: kind.kind,
    // A string, as readDocuments has checked.
    name: String(name),
    spec,
    ...(project === undefined ? {} : { project: String(project) }),
    ...mapOf('labels', labels),
    ...mapOf('annotations', annotations),
  }
}

export function writeOptions({
  dryRun,
  reason,
  idempotencyKey,
}: Pick<WriteInput, 'dryRun' | 'reason' | 'idempotencyKey'>): WriteOptions {
  return { dryRun: isDryRun(dryRun), ...defined({ reason, idempotencyKey }) }
}

/** Returns labels or annotations, which readDocuments has checked, unless the file has none. */
function mapOf<Field extends string>(
  field: Field,
  value: unknown,
): Partial<Record<Field, Record<string, string>>> {
  if (value === undefined || value === null) return {}
  return { [field]: value } as Partial<Record<Field, Record<string, string>>>
}

export function isDryRun(dryRun: DryRun): boolean {
  return dryRun !== undefined && dryRun !== 'none'
}

/** Reports whether a command that waits unless it is requested not to has something to wait for. */
export function isWaiting({ wait, noWait, dryRun }: WaitingInput & { dryRun: DryRun }): boolean {
  return wait === 'true' && !noWait && !isDryRun(dryRun)
}

/** Applies documents and reports the result; with a dry run on the client, only reports that they are valid. */
export async function applyAndReport(
  context: CommandContext,
  documents: { desired: readonly DesiredObject[]; documents: readonly ObjectDocument[] },
  options: WriteInput,
): Promise<void> {
  if (options.dryRun === 'client') return reportValid(context, documents.desired.map(documentOf), options)
  const { client } = await context.connect()
  const applied = await applyDesired(client, documents, { ...writeOptions(options), withReach: true })
  await reportApplied(context, client, { applied, options })
}

/** Prints valid objects without connecting to a server. */
export async function reportValid(
  { io }: CommandContext,
  documents: readonly ObjectDocument[],
  { output }: Pick<WriteInput, 'output'>,
): Promise<void> {
  const format = parseFormat(output, ['table', 'json', 'yaml', 'name'])
  const targets = documents.map(nounAndName)
  if (format.as === 'table')
    io.stdout.write(targets.map((target) => `${target} is valid (client dry run)\n`).join(''))
  else if (format.as === 'name') io.stdout.write(targets.map((target) => `${target}\n`).join(''))
  else await printValue(io, format, { items: documents })
}

/** Prints the result of an apply, waits if requested, and prints the objects in the chosen format. */
export async function reportApplied(
  context: CommandContext,
  client: Client,
  { applied, options }: { applied: readonly AppliedObject[]; options: WriteInput },
): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const isDry = isDryRun(options.dryRun)
  // The plan has them as well.
  if (options.dryRun !== 'plan') reportWarnings(io, applied)
  const lines = isDry
    ? await dryRunLines(context, client, applied)
    : applied.map(
        ({ object, result, reaches }) =>
          `${nounAndName(object)} ${result.toLowerCase()}\n${indentedReach(reaches)}`,
      )
  if (format.as === 'table' || format.as === 'wide') io.stdout.write(lines.join(''))
  else if (options.wait) io.stderr.write(lines.join(''))
  let objects = applied.map(({ object }) => object)
  if (options.wait && !isDry) {
    const found = await waitWithProgress(io, awaitedOf(applied), {
      client,
      goal: 'ready',
      timeout: options.timeout,
    })
    objects = objects.map((object) => found.find(({ id }) => id === object.id) ?? object)
  }
  if (format.as === 'name') io.stdout.write(objects.map((object) => `${nounAndName(object)}\n`).join(''))
  else if (format.as === 'wide') {
    for (const object of objects) {
      const kind = kindByNoun(object.kind)
      const table = { kind, wide: true, showProject: false, showHeaders: true, showMessage: true }
      io.stdout.write(`\n${objectTable(io, [object], table)}`)
    }
  } else if (format.as !== 'table') await printValue(io, format, { items: objects.map(recordOf) })
}

/** Prints what policies warn about to stderr. */
export function reportWarnings(
  { stderr, env }: Pick<CommandContext['io'], 'stderr' | 'env'>,
  applied: readonly Pick<AppliedObject, 'warnings'>[],
): void {
  const paint = painter(stderr, env)
  for (const warning of applied.flatMap(({ warnings }) => warnings))
    stderr.write(`${paint('yellow', 'Warning:')} ${warning}\n`)
}

function indentedReach(reaches: AppliedObject['reaches']): string {
  const text = reachText(reaches)
  return text === '' ? '' : `  ${text}\n`
}

/** Returns what a dry run prints: the result of each object and, for one that exists, what would change. */
async function dryRunLines(
  { io }: CommandContext,
  client: Client,
  applied: readonly AppliedObject[],
): Promise<string[]> {
  const differences = await differencesOf(client, applied)
  return differences.map((difference, index) => {
    const { result = '', reaches } = applied[index] ?? {}
    const change = difference.state === 'changed' ? unifiedDiff(io, difference) : ''
    return `${difference.target} ${result.toLowerCase()} (dry run)\n${indentedReach(reaches)}${change}`
  })
}

/** Returns what to wait for after an apply. Objects that refer to a changed one have a new generation, so their status is stale. */
export function awaitedOf(applied: readonly AppliedObject[]): Awaited[] {
  return applied.map(({ object: { id, kind, name, projectName } }) => {
    return { kind: kindByNoun(kind), name, project: projectName ?? undefined, id }
  })
}

function locateInDocuments(desired: readonly DesiredObject[], field: FieldError) {
  const [, index = '0', rest = ''] = /^documents\[(\d+)\]\.?(.*)$/s.exec(field.path) ?? []
  const document = desired[Number(index)]
  if (document === undefined) return { file: 'server', ...field }
  if (rest === '') {
    const { code, message, value, remedy, expected } = field
    return errorAt(document.location, { code, message, ...defined({ value, remedy, expected }) })
  }
  return locateError(document, { ...field, path: rest })
}
