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
import type { Recording, Said } from './recording.ts'

/** What is held to the recordings of releases. */
export interface Held {
  schemas: Record<Audience, GraphQLSchema>
  /** Of messages and statuses that others send. */
  readers: { trigger: z.ZodType; ask: z.ZodType; status: z.ZodType }
  /** Examples of messages that servers send to workers. */
  sends: { triggers: readonly unknown[]; asks: readonly unknown[] }
  errors: Said['errors']
  exits: Said['exits']
}

/** Each check says what is broken, for whom, and what to do instead; nothing where all is kept. */
type Check = (recording: Recording, held: Held) => string[]

/** What clients and workers of a release ask is still answered. */
export const brokenOperations: Check = ({ release, operations }, { schemas }) =>
  audiences.flatMap((api) =>
    Object.entries(operations[api]).flatMap(([name, text]) =>
      validate(schemas[api], parse(text)).map(
        ({ message }) =>
          `${name} of ${release} is refused: ${message} Keep what it asks for until ${release} is not supported any more.`,
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

/** What anybody may ask of servers of a release, whether the SDK does or not, is still there and means the same. */
export const brokenSchema: Check = ({ release, schemas: texts }, { schemas }) =>
  audiences.flatMap((api) =>
    findBreakingChanges(buildSchema(texts[api]), schemas[api]).map(
      ({ type, description }) => `since ${release}: ${description} ${remedies[type]}`,
    ),
  )

/** What servers and workers of a release say is understood whole. */
export const brokenReaders: Check = ({ release, triggers, asks, statuses }, { readers }) => [
  ...triggers.flatMap((each) => unread(`trigger of ${release}`, each, readers.trigger)),
  ...asks.flatMap((each) => unread(`question of ${release}`, each, readers.ask)),
  ...statuses.flatMap((each) => unread(`status of ${release}`, each, readers.status)),
]

function unread(what: string, message: unknown, reader: z.ZodType): string[] {
  const read = reader.safeParse(message)
  const fields = read.success
    ? lost(message, read.data)
    : read.error.issues.map(({ path, message: why }) => `${path.join('.')} (${why})`)
  const remedy = 'Read it as it is said, and what is new as optional; or read both versions for a release.'
  return fields.map((field) => `a ${what} is not understood: ${field}. ${remedy}`)
}

/** Places where what was read is not what was said. */
function lost(said: unknown, read: unknown, path: readonly string[] = []): string[] {
  if (typeof said !== 'object' || said === null || typeof read !== 'object' || read === null)
    return said === read ? [] : [`${path.join('.')} (is ${JSON.stringify(read) ?? 'left out'})`]
  return Object.entries(said).flatMap(([key, each]) =>
    lost(each, (read as Record<string, unknown>)[key], [...path, key]),
  )
}

/** What servers send is understood by workers of a release, who are replaced after them. */
export const brokenMessages: Check = ({ release, reads }, { sends }) => {
  const remedy = 'Send what it reads for a release more, and what is new beside it.'
  const unheard = (what: string, messages: readonly unknown[], reader: z.ZodType): string[] =>
    messages.flatMap((message) =>
      (reader.safeParse(message).error?.issues ?? []).map(
        (issue) =>
          `workers of ${release} do not understand a ${what}: ${issue.path.join('.')} (${issue.message}). ${remedy}`,
      ),
    )
  return [
    ...unheard('trigger', sends.triggers, z.fromJSONSchema(reads.trigger)),
    ...unheard('question', sends.asks, z.fromJSONSchema(reads.ask)),
  ]
}

/** Scripts and clients that test codes of a release go on doing so. */
export const brokenCodes: Check = ({ release, errors, exits }, held) => [
  ...Object.entries(errors).flatMap(([code, was]) => {
    const is = held.errors[code]
    if (is === undefined) return [`${release} has the error ${code}, which is gone. ${keepIt}`]
    return (['http', 'exit', 'retry'] as const)
      .filter((field) => was[field] !== is[field])
      .map((field) => `${code} has ${field} ${was[field]} in ${release} and ${is[field]} now. ${addAnother}`)
  }),
  ...Object.entries(exits)
    .filter(([name, { exit }]) => held.exits[name]?.exit !== exit)
    .map(([name, { exit }]) => {
      const now = held.exits[name]?.exit ?? 'gone'
      return `the exit code of ${name} is ${exit} in ${release} and ${now} now. Leave it as it is.`
    }),
]

/** Operations that servers of a release refuse, which are replaced before their clients but may not be yet; of kinds that it has. */
export function unknownOperations({ schemas }: Recording, operations: Said['operations']): string[] {
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
