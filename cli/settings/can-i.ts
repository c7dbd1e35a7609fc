import type { Client } from '../../client-sdk/index.ts'
import { allKinds, type KindData } from '../kind-data.ts'
import { defaultProject } from '../../schema/names.ts'
import { verbs, type Verb } from '../../schema/permissions.ts'
import { didYouMean } from '../../schema/similar.ts'
import { exits, usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, targetsOf } from '../kind-names.ts'
import { isTable, parseFormat, printValue } from '../objects/formats.ts'
import { renderTable } from '../terminal/table.ts'

interface CanIInput {
  args: { verb: string | undefined; kind: string | undefined; name: string | undefined }
  options: { list: boolean; project: string | undefined; output: string }
}

export type Viewer = Awaited<ReturnType<Client['viewer']>>
type Permission = Viewer['permissions'][number]

/** Words of other programs for the verbs of permissions. */
const synonyms: Readonly<Record<string, Verb>> = {
  get: 'read',
  list: 'read',
  watch: 'audit',
  create: 'write',
  update: 'write',
  patch: 'write',
  apply: 'write',
}

/** Prints whether the actor of the token may do something, or everything it may do. Returns 1 for no. */
export async function canI({ args, options }: CanIInput, context: CommandContext): Promise<number> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml'])
  const { verb: word, kind: noun, name } = args
  if (options.list) {
    if (word !== undefined) throw usageError('--list and a verb cannot be used together')
    const { client } = await context.connect()
    const { permissions } = await client.viewer()
    if (isTable(format)) io.stdout.write(permissionTable(permissions, io.stdout.columns))
    else await printValue(io, format, { items: permissions.map(permissionRecord) })
    return 0
  }
  if (word === undefined)
    throw usageError('name the verb, as in `qleetctl auth can-i write workloads`, or use --list')
  const verb = verbOf(word)
  const asked = noun === undefined ? undefined : subjectOf(noun, name, options.project)
  const { client } = await context.connect()
  const { permissions } = await client.viewer()
  const allowed = permissions.some((permission) => permits(permission, verb, asked))
  if (isTable(format)) io.stdout.write(allowed ? 'yes\n' : 'no\n')
  else await printValue(io, format, { verb, ...asked, allowed })
  return allowed ? 0 : exits.failed
}

function verbOf(word: string): Verb {
  const lower = word.toLowerCase()
  const verb = verbs.find((each) => each === lower) ?? synonyms[lower]
  if (verb !== undefined) return verb
  const hint = didYouMean(lower, [...verbs, ...Object.keys(synonyms)]) || `Verbs are ${verbs.join(', ')}.`
  throw usageError(`"${word}" is not a verb. ${hint}`)
}

/** The objects that a question is about: those of a kind, or of all kinds, in a project. */
interface Subject {
  /** Undefined: all kinds. */
  kind?: string
  /** Undefined: no project, which a kind of global objects has. */
  project?: string
}

function subjectOf(noun: string, name: string | undefined, project: string | undefined): Subject {
  if (noun === 'all') return { project: project ?? defaultProject }
  const [target] =
    noun.includes('/') || name !== undefined
      ? targetsOf(name === undefined ? [noun] : [noun, name], project)
      : []
  const kind = target?.kind ?? kindByNoun(noun)
  const inProject = projectOf(kind, target?.name, project)
  return { kind: kind.kind, ...(inProject === undefined ? {} : { project: inProject }) }
}

/** Returns the project by which permissions are decided. A Project belongs to the project that it represents. */
function projectOf(
  { kind, scope }: KindData,
  name: string | undefined,
  project: string | undefined,
): string | undefined {
  if (kind === 'Project') return name
  return scope === 'global' ? undefined : (project ?? defaultProject)
}

function permits(
  { verb, unrestricted, scopes }: Permission,
  asked: Verb,
  subject: Subject | undefined,
): boolean {
  if (verb.toLowerCase() !== asked) return false
  if (unrestricted || subject === undefined) return true
  const { kind, project } = subject
  const covers = (all: readonly string[] | null, one: string | undefined): boolean =>
    all === null || (one !== undefined && all.includes(one))
  const scopesOf = (each: string): boolean =>
    scopes.some(({ kinds, projects }) => covers(kinds, each) && covers(projects, project))
  return kind === undefined ? allKinds.every((each) => scopesOf(each.kind)) : scopesOf(kind)
}

/** Renders the permissions, one row for each scope. */
export function permissionTable(permissions: readonly Permission[], columns: number | undefined): string {
  const rows = permissions.flatMap(({ verb, unrestricted, scopes }) =>
    (unrestricted ? [{ kinds: null, projects: null }] : scopes).map(({ kinds, projects }) => [
      verb.toLowerCase(),
      kinds?.join(', ') ?? '*',
      projects?.join(', ') ?? '*',
    ]),
  )
  return renderTable(['VERB', 'KINDS', 'PROJECTS'], rows, { columns })
}

function permissionRecord({ verb, ...rest }: Permission): object {
  return { verb: verb.toLowerCase(), ...rest }
}
