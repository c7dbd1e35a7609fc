import type { AnyObject, AppliedObject, Client, ObjectDocument, SavedPlan } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { CommandContext } from '../context.ts'
import { nounAndName } from '../kind-names.ts'
import { painter } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { readNamedFiles, type FilesInput } from './files.ts'
import { parseFormat, printValue } from './formats.ts'
import { actionColours } from './action-colours.ts'
import { refusalsText } from './plan-checks.ts'
import { reachText } from './reach.ts'
import { effectsText, executionText, inParts, pathsOf, recordedPlan } from './saved-plans.ts'
import { documentOf, locatingErrors, reportWarnings } from './write.ts'

interface PlanInput {
  options: FilesInput & { output: string }
}

/** A plan, and the objects that it names as they would be, with what would change. */
interface Plan extends SavedPlan {
  results: (AppliedObject & Pick<SavedPlan['changes'][number], 'diff' | 'reaches'>)[]
}

type PlannedObject = Plan['dependencies'][number]

/** Shows what an apply would do, including the dependencies of applications, and records it. */
export async function plan({ options }: PlanInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml'])
  const desired = await readNamedFiles(context, 'plan', options)
  const { client } = await context.connect()
  const found = await locatingErrors(desired, () => planOf(client, desired.map(documentOf)))
  reportWarnings(io, found.results)
  if (format.as !== 'table') return printValue(io, format, recordOf(found))
  const rows = rowsOf(found)
  const refusals = refusalsText(io, found.resources)
  if (refusals !== '') io.stdout.write(`${refusals}\n`)
  const paint = painter(io.stdout, io.env)
  io.stdout.write(
    renderTable(['OBJECT', 'ACTION', 'RUNTIME', 'DEPENDENCY', 'CHANGES'], rows, {
      columns: io.stdout.columns,
      keepSpaces: true,
      paint: (text, { header, value }) =>
        header === 'ACTION' ? paint(actionColours[value] ?? 'dim', text) : text,
    }),
  )
  for (const { object, reaches } of found.changes) {
    const text = reachText(reaches)
    if (text !== '') io.stdout.write(`\n${nounAndName(object)} ${text}\n`)
  }
  for (const placement of found.placements) io.stdout.write(`\n${placementText(placement)}\n`)
  io.stdout.write(inParts(effectsText(io, found)))
  io.stdout.write(`\n${summaryOf(found, rows)}\n${executionText(found)}`)
}

async function planOf(client: Client, documents: readonly ObjectDocument[]): Promise<Plan> {
  const { result, plan } = await recordedPlan(client, (planning) =>
    planning.apply(documents, { dryRun: true }),
  )
  const { changes } = plan
  const results = result.map((each, index) => {
    const { diff = [], reaches = null } = changes[index] ?? {}
    return { ...each, diff, reaches }
  })
  return { ...plan, results }
}

type Row = [object: string, action: string, runtime: string, dependency: string, changes: string]

/** The actions of the objects in files, by the result of their dry run. */
const actions: Readonly<Record<string, string>> = { CREATED: 'create', UPDATED: 'update', UNCHANGED: 'keep' }

function rowsOf({ results, dependencies }: Plan): Row[] {
  const shown = new Set<string>()
  const rows = results.flatMap(({ object, result, diff }): Row[] => {
    const key = keyOf({ ...object, project: object.projectName ?? '' })
    shown.add(key)
    const own: Row = [
      nounAndName(object),
      actions[result] ?? '',
      runtimeOf(object),
      '',
      result === 'UPDATED' ? pathsOf(diff.map(({ path }) => path)) : '',
    ]
    return [own, ...rowsBelow(dependencies, key, '')]
  })
  // Applications that use a definition of the files.
  const others = new Map(
    dependencies
      .filter(({ owner }) => !shown.has(keyOf(owner)) && !isPlanned(dependencies, keyOf(owner)))
      .map(({ owner }) => [keyOf(owner), owner]),
  )
  return [
    ...rows,
    ...[...others].flatMap(([key, owner]): Row[] => [
      [nounAndName(owner), 'keep', '', '', ''],
      ...rowsBelow(dependencies, key, ''),
    ]),
  ]
}

/** Returns the runtime that an object names, without its project. */
function runtimeOf({ manifestSpec }: AnyObject): string {
  const runtime = isRecord(manifestSpec) ? manifestSpec['runtime'] : undefined
  return typeof runtime === 'string' ? (runtime.split('/').at(-1) ?? '') : ''
}

/** Returns the rows of the objects that an application would have for its dependencies, and of what these need. */
function rowsBelow(all: readonly PlannedObject[], owner: string, indent: string): Row[] {
  const own = all.filter((each) => keyOf(each.owner) === owner)
  return own.flatMap((each, index): Row[] => {
    const [first, rest] = index === own.length - 1 ? ['└─ ', '   '] : ['├─ ', '│  ']
    return [
      [
        `${indent}${first}${nounAndName(each)}`,
        each.action.toLowerCase(),
        each.runtime ?? '',
        each.dependency ?? '',
        each.problem ??
          (each.action === 'CREATE' ? decisionOf(each.diff) : pathsOf(each.diff.map(({ path }) => path))),
      ],
      ...rowsBelow(all, keyOf(each), `${indent}${rest}`),
    ]
  })
}

function isPlanned(all: readonly PlannedObject[], key: string): boolean {
  return all.some((each) => keyOf(each) === key)
}

interface Named {
  kind: string
  project: string
  name: string
}

function keyOf({ kind, project, name }: Named): string {
  return `${kind} ${project}/${name}`
}

/** Returns what a profile decides about an object to create. */
function decisionOf(diff: readonly { path: string; after: unknown }[]): string {
  const decided = new Map(diff.map(({ path, after }) => [path, after]))
  const [profile, provider] = ['spec.profile', 'spec.provider'].map((path) => decided.get(path))
  return profile === undefined ? '' : `${String(provider)} by profile ${String(profile)}`
}

/** Returns the choice of a runtime, with a line for each runtime that was not chosen. */
function placementText({ instance, runtime, isMade, reason, rejected }: Plan['placements'][number]): string {
  const chosen =
    runtime === null ? reason : `${isMade ? `new runtime ${runtime}` : `runtime ${runtime}`}. ${reason}`
  return [
    `${nounAndName(instance)}: ${chosen}`,
    ...rejected.map((each) => `  not ${each.runtime}: ${each.reason}`),
  ].join('\n')
}

function summaryOf({ omittedApplications }: Plan, rows: readonly Row[]): string {
  const count = (action: string): number => rows.filter((row) => row[1] === action).length
  const more = omittedApplications > 0 ? ` ${omittedApplications} further applications are not listed.` : ''
  return `Plan: ${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete.${more}`
}

/** Returns the plan as data, with values spelled as in files. */
function recordOf({ results, dependencies, placements, omittedApplications, ...plan }: Plan): object {
  const { id, expiresAt, rollouts, resources, operations, cost, risks, notes } = plan
  return {
    id,
    expiresAt,
    objects: results.map(({ object, result, diff, warnings, reaches }) => ({
      kind: object.kind,
      project: object.projectName,
      name: object.name,
      action: actions[result],
      changes: diff,
      ...(warnings.length > 0 ? { warnings } : {}),
      ...(reaches === null || reaches.total === 0 ? {} : { reaches }),
    })),
    dependencies: dependencies.map(({ action, diff, ...rest }) => ({
      ...rest,
      action: action.toLowerCase(),
      changes: diff,
    })),
    ...(placements.length > 0 ? { placements } : {}),
    ...(rollouts.length > 0 ? { rollouts } : {}),
    ...(resources.length > 0 ? { resources } : {}),
    ...(operations.length > 0 ? { operations } : {}),
    ...(cost === null ? {} : { cost }),
    ...(risks.length > 0 ? { risks } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    ...(omittedApplications > 0 ? { omittedApplications } : {}),
  }
}
