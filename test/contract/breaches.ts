import {
  BreakingChangeType,
  buildSchema,
  findBreakingChanges,
  parse,
  validate,
  type GraphQLSchema,
} from 'graphql'
import { z } from 'zod'
import { audiences, type Audience } from '../../schema/graphql/permissions.ts'
import { newKinds, withoutNewKinds } from './new-kinds.ts'
import type { Recording, ReleaseMessages } from './recording.ts'

/** The parts of the code that are compared with the recordings of releases. */
export interface CurrentCode {
  schemas: Record<Audience, GraphQLSchema>
  /** Parsers of messages and statuses of other processes. */
  readers: { trigger: z.ZodType; clusterQuery: z.ZodType; status: z.ZodType }
  /** Examples of messages that servers send to workers. */
  sends: { triggers: readonly unknown[]; clusterQueries: readonly unknown[] }
  errors: ReleaseMessages['errors']
  exits: ReleaseMessages['exits']
}

/** Each check returns what is broken, for which peer, and a remedy; nothing if the contract is kept. */
type Check = (recording: Recording, current: CurrentCode) => string[]

/** Checks that requests of clients and workers of a release are still supported. */
export const brokenOperations: Check = ({ release, operations }, { schemas }) =>
  audiences.flatMap((api) =>
    Object.entries(operations[api]).flatMap(([name, text]) =>
      validate(schemas[api], parse(text)).map(
        ({ message }) =>
          `${name} of ${release} is refused: ${message} Keep the fields that it requests until ${release} is no longer supported.`,
      ),
    ),
  )

const keepIt = 'Keep it, deprecated, until no supported release has it.'
const addAnother = 'Leave it as it is, and add another beside it.'
const makeOptional = 'Make it optional, or give it a default.'
const remedies: Record<BreakingChangeType, string> = {
  [BreakingChangeType.TYPE_REMOVED]: keepIt,
  [BreakingChangeType.TYPE_CHANGED_KIND]: addAnother,
  [BreakingChangeType.TYPE_REMOVED_FROM_UNION]: keepIt,
  [BreakingChangeType.VALUE_REMOVED_FROM_ENUM]: keepIt,
  [BreakingChangeType.REQUIRED_INPUT_FIELD_ADDED]: makeOptional,
  [BreakingChangeType.IMPLEMENTED_INTERFACE_REMOVED]: keepIt,
  [BreakingChangeType.FIELD_REMOVED]: keepIt,
  [BreakingChangeType.FIELD_CHANGED_KIND]: addAnother,
  [BreakingChangeType.REQUIRED_ARG_ADDED]: makeOptional,
  [BreakingChangeType.ARG_REMOVED]: keepIt,
  [BreakingChangeType.ARG_CHANGED_KIND]: addAnother,
  [BreakingChangeType.DIRECTIVE_REMOVED]: keepIt,
  [BreakingChangeType.DIRECTIVE_ARG_REMOVED]: keepIt,
  [BreakingChangeType.REQUIRED_DIRECTIVE_ARG_ADDED]: makeOptional,
  [BreakingChangeType.DIRECTIVE_REPEATABLE_REMOVED]: keepIt,
  [BreakingChangeType.DIRECTIVE_LOCATION_REMOVED]: keepIt,
}

/** Checks that the schemas of a release, whether the SDK uses them or not, still exist with the same meaning. */
export const brokenSchema: Check = ({ release, schemas: texts }, { schemas }) =>
  audiences.flatMap((api) =>
    findBreakingChanges(buildSchema(texts[api]), schemas[api]).map(
      ({ type, description }) => `since ${release}: ${description} ${remedies[type]}`,
    ),
  )

/** Checks that messages of servers and workers of a release are parsed completely. */
export const brokenReaders: Check = ({ release, triggers, clusterQueries, statuses }, { readers }) => [
  ...triggers.flatMap((each) => unread(`trigger of ${release}`, each, readers.trigger)),
  ...clusterQueries.flatMap((each) => unread(`query of ${release}`, each, readers.clusterQuery)),
  ...statuses.flatMap((each) => unread(`status of ${release}`, each, readers.status)),
]

function unread(what: string, message: unknown, reader: z.ZodType): string[] {
  const read = reader.safeParse(message)
  const fields = read.success
    ? lost(message, read.data)
    : read.error.issues.map(({ path, message: why }) => `${path.join('.')} (${why})`)
  const remedy =
    'Parse it as it is sent, with new fields as optional; or parse both versions for one release.'
  return fields.map((field) => `a ${what} is not parsed: ${field}. ${remedy}`)
}

/** Returns the paths at which the parsed value differs from the sent one. */
function lost(sent: unknown, read: unknown, path: readonly string[] = []): string[] {
  if (typeof sent !== 'object' || sent === null || typeof read !== 'object' || read === null)
    return sent === read ? [] : [`${path.join('.')} (is ${JSON.stringify(read) ?? 'omitted'})`]
  return Object.entries(sent).flatMap(([key, each]) =>
    lost(each, (read as Record<string, unknown>)[key], [...path, key]),
  )
}

/** Checks that messages of servers are parsed by workers of a release, which are replaced after them. */
export const brokenMessages: Check = ({ release, reads }, { sends }) => {
  const remedy = 'Send the fields that it reads for another release, with new ones beside them.'
  const unheard = (what: string, messages: readonly unknown[], reader: z.ZodType): string[] =>
    messages.flatMap((message) =>
      (reader.safeParse(message).error?.issues ?? []).map(
        (issue) =>
          `workers of ${release} do not parse a ${what}: ${issue.path.join('.')} (${issue.message}). ${remedy}`,
      ),
    )
  return [
    ...unheard('trigger', sends.triggers, z.fromJSONSchema(reads.trigger)),
    ...unheard('query', sends.clusterQueries, z.fromJSONSchema(reads.clusterQuery)),
  ]
}

/** Checks that scripts and clients may continue to test the codes of a release. */
export const brokenCodes: Check = ({ release, errors, exits }, current) => [
  ...Object.entries(errors).flatMap(([code, was]) => {
    const is = current.errors[code]
    if (is === undefined) return [`${release} has the error ${code}, which was removed. ${keepIt}`]
    return (['http', 'exit', 'retry'] as const)
      .filter((field) => was[field] !== is[field])
      .map((field) => `${code} has ${field} ${was[field]} in ${release} and ${is[field]} now. ${addAnother}`)
  }),
  ...Object.entries(exits)
    .filter(([name, { exit }]) => current.exits[name]?.exit !== exit)
    .map(([name, { exit }]) => {
      const now = current.exits[name]?.exit ?? 'gone'
      return `the exit code of ${name} is ${exit} in ${release} and ${now} now. Leave it as it is.`
    }),
]

/**
 * Returns operations that servers of a release refuse, which are replaced before their clients but may not be yet; of
 * kinds that it has.
 */
export function unknownOperations(
  { schemas }: Recording,
  operations: ReleaseMessages['operations'],
): string[] {
  return audiences
    .flatMap((api) => {
      const known = buildSchema(schemas[api])
      const ofNewKinds = newKinds(known).map((kind) => `${kind}Document`)
      return Object.entries(operations[api])
        .filter(([name]) => !ofNewKinds.some((end) => name.endsWith(end)))
        .filter(([, text]) => validate(known, withoutNewKinds(parse(text), known)).length > 0)
        .map(([name]) => name)
    })
    .sort()
}
