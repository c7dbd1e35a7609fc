import {
  Kind,
  buildASTSchema,
  parse,
  parseType,
  printSchema,
  type GraphQLSchema,
  type NameNode,
  type TypeNode,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { Trigger } from '../../schema/events.ts'
import { QueryRequest } from '../../schema/cluster-queries.ts'
import { Condition, ObjectStatus } from '../../schema/status.ts'
import {
  brokenCodes,
  brokenMessages,
  brokenOperations,
  brokenReaders,
  brokenSchema,
  unknownOperations,
  type CurrentCode,
} from './breaches.ts'
import { current } from './current.ts'
import { recordings, type Recording } from './recording.ts'

/* One breaking change for each rule of the contract: each has to be detected, with a helpful message. */

const [recording] = await recordings()
if (recording === undefined) throw new Error('no release is recorded')

type Check = (recording: Recording, current: CurrentCode) => string[]

interface Mutant {
  change: string
  by: Check
  mutate: () => Partial<CurrentCode>
  says: RegExp
}

const schema: Mutant[] = [
  {
    change: 'a removed field',
    by: brokenSchema,
    mutate: () => inSchema('WorkloadInstance.generation', () => []),
    says: /^since \S+: WorkloadInstance\.generation was removed\. Keep it, deprecated/,
  },
  {
    change: 'a removed field that operations request',
    by: brokenOperations,
    mutate: () => inWorkerSchema('StartedReconcile.epoch', () => []),
    says: /^StartReconcileDocument of \S+ is refused: Cannot query field "epoch" on type "StartedReconcile"\. Keep/,
  },
  {
    change: 'a field that becomes nullable',
    by: brokenSchema,
    mutate: () => inSchema('Change.cursor', (field) => [{ ...field, type: parseType('String') }]),
    says: /Change\.cursor changed type from String! to String\. Leave it as it is, and add another beside it/,
  },
  {
    change: 'a removed operation',
    by: brokenSchema,
    mutate: () => inWorkerSchema('Mutation.renewLeases', () => []),
    says: /Mutation\.renewLeases was removed/,
  },
  {
    change: 'a renamed argument',
    by: brokenSchema,
    mutate: () => inSchema('Query.changes.after', (field) => [{ ...field, name: nameOf('since') }]),
    says: /Query\.changes arg after was removed\. Keep it, deprecated/,
  },
  {
    change: 'an argument that becomes required',
    by: brokenSchema,
    mutate: () =>
      inWorkerSchema('Mutation.startReconcile.id', (argument) => [
        argument,
        { ...argument, name: nameOf('holder') },
      ]),
    says: /required arg holder on Mutation\.startReconcile was added\. Make it optional, or give it a default/i,
  },
  {
    change: 'an argument with a narrower type',
    by: brokenSchema,
    mutate: () => inSchema('Query.changes.objectId', (argument) => [{ ...argument, type: parseType('ID!') }]),
    says: /Query\.changes arg objectId has changed type from ID to ID!\. Leave it/,
  },
  {
    change: 'an input field that becomes required',
    by: brokenSchema,
    mutate: () =>
      inWorkerSchema('SeenResourceInput.uid', (field) => [field, { ...field, name: nameOf('cluster') }]),
    says: /required field cluster on input type SeenResourceInput was added\. Make it optional/i,
  },
  {
    change: 'a removed value of an enum',
    by: brokenSchema,
    mutate: () => inSchema('ObjectOrderField.NAME', () => []),
    says: /NAME was removed from enum type ObjectOrderField\. Keep it/,
  },
]

const messages: Mutant[] = [
  {
    change: 'a field of a trigger that workers no longer read',
    by: brokenReaders,
    mutate: () => reads({ trigger: Trigger.omit({ traceparent: true }) }),
    says: /^a trigger of \S+ is not parsed: traceparent \(is omitted\)/,
  },
  {
    change: 'a field of a trigger of another type',
    by: brokenReaders,
    mutate: () => reads({ trigger: Trigger.extend({ id: Condition.shape.observedGeneration }) }),
    says: /^a trigger of \S+ is not parsed: id \(.*number.*\)\. Parse it as it is sent/,
  },
  {
    change: 'another version of triggers',
    by: brokenMessages,
    mutate: () => sends({ triggers: [{ v: 2, kind: 'WorkloadInstance', id: '42' }] }),
    says: /^workers of \S+ do not parse a trigger: v \(.*\)\. Send the fields that it reads for another release/,
  },
  {
    change: 'a trigger without a field that workers read',
    by: brokenMessages,
    mutate: () =>
      sends({ triggers: current.sends.triggers.map((each) => Trigger.omit({ kind: true }).parse(each)) }),
    says: /do not parse a trigger: kind /,
  },
  {
    change: 'a query that is no longer parsed',
    by: brokenReaders,
    mutate: () => reads({ clusterQuery: QueryRequest.omit({ credit: true }) }),
    says: /^a query of \S+ is not parsed: credit /,
  },
  {
    change: 'a query in another form',
    by: brokenMessages,
    mutate: () => sends({ clusterQueries: [{ v: 1, question: { about: 'tree', object: '42' }, credit: 8 }] }),
    says: /do not parse a query: question/,
  },
  {
    change: 'a removed field of a status',
    by: brokenReaders,
    mutate: () => reads({ status: ObjectStatus.omit({ cause: true }) }),
    says: /^a status of \S+ is not parsed: cause /,
  },
  {
    change: 'a removed phase',
    by: brokenReaders,
    mutate: () =>
      reads({ status: ObjectStatus.extend({ phase: ObjectStatus.shape.phase.exclude(['Unreachable']) }) }),
    says: /^a status of \S+ is not parsed: phase /,
  },
]

const codes: Mutant[] = [
  {
    change: 'a removed error',
    by: brokenCodes,
    mutate: () => ({ errors: without(current.errors, 'BLOCKED') }),
    says: /^\S+ has the error BLOCKED, which was removed\. Keep it/,
  },
  {
    change: 'an error with another exit code',
    by: brokenCodes,
    mutate: () => changed('NOT_FOUND', { exit: 5 }),
    says: /^NOT_FOUND has exit 4 in \S+ and 5 now\. Leave it as it is/,
  },
  {
    change: 'an error with another HTTP status',
    by: brokenCodes,
    mutate: () => changed('BLOCKED', { http: 422 }),
    says: /^BLOCKED has http 409 in \S+ and 422 now/,
  },
  {
    change: 'an error that is no longer retried',
    by: brokenCodes,
    mutate: () => changed('UNAVAILABLE', { retry: false }),
    says: /^UNAVAILABLE has retry true in \S+ and false now/,
  },
  {
    change: 'a changed exit code',
    by: brokenCodes,
    mutate: () => ({ exits: { ...current.exits, timeout: { exit: 6 } } }),
    says: /^the exit code of timeout is 7 in \S+ and 6 now/,
  },
]

describe('the contract of a release', () => {
  it.each([...schema, ...messages, ...codes])('detects $change, with a remedy', ({ by, mutate, says }) => {
    expect(by(recording, current)).toEqual([])
    expect(by(recording, { ...current, ...mutate() })).toContainEqual(expect.stringMatching(says))
  })

  it('detects an operation that servers of the release do not support', () => {
    const clients = { Known: '{ changeCursor }', New: '{ changeCursor(of: "all") }' }
    const workers = { KnownToWorkers: '{ inventory(id: 1) { id } }', OfClients: '{ changeCursor }' }
    expect(unknownOperations(recording, { clients, workers })).toEqual(['New', 'OfClients'])
  })
})

function reads(readers: Partial<CurrentCode['readers']>): Partial<CurrentCode> {
  return { readers: { ...current.readers, ...readers } }
}

function sends(more: Partial<CurrentCode['sends']>): Partial<CurrentCode> {
  return { sends: { ...current.sends, ...more } }
}

function changed(code: string, to: Partial<CurrentCode['errors'][string]>): Partial<CurrentCode> {
  const was = current.errors[code]
  if (was === undefined) throw new Error(`no error ${code}`)
  return { errors: { ...current.errors, [code]: { ...was, ...to } } }
}

function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== key))
}

function nameOf(value: string): NameNode {
  return { kind: Kind.NAME, value }
}

/** A type, field, argument or value in the schema definition language. */
interface Member {
  name: NameNode
  type?: TypeNode
  fields?: readonly Member[]
  values?: readonly Member[]
  arguments?: readonly Member[]
}

/** Returns the schema of clients with other members, or none, in place of `Type.field` or `Type.field.argument`. */
function inSchema(path: string, become: (member: Member) => Member[]): Partial<CurrentCode> {
  return { schemas: { ...current.schemas, clients: edited(current.schemas.clients, path, become) } }
}

/** The same for the schema of workers. */
function inWorkerSchema(path: string, become: (member: Member) => Member[]): Partial<CurrentCode> {
  return { schemas: { ...current.schemas, workers: edited(current.schemas.workers, path, become) } }
}

function edited(schema: GraphQLSchema, path: string, become: (member: Member) => Member[]): GraphQLSchema {
  const { definitions, ...document } = parse(printSchema(schema))
  // Each definition of a printed schema has a name.
  const root = { name: nameOf(''), fields: definitions as readonly object[] as readonly Member[] }
  const { fields } = editedMember(root, path.split('.'), become)
  return buildASTSchema({ ...document, definitions: fields as readonly object[] as never })
}

function editedMember(
  member: Member,
  [first, ...rest]: string[],
  become: (member: Member) => Member[],
): Member {
  const members = [member.fields, member.values, member.arguments].flatMap((each) => each ?? [])
  if (members.every(({ name }) => name.value !== first)) throw new Error(`the schema has no ${first}`)
  const inside = (each: Member): Member[] => {
    if (each.name.value !== first) return [each]
    return rest.length === 0 ? become(each) : [editedMember(each, rest, become)]
  }
  const { fields, values, arguments: given } = member
  return {
    ...member,
    ...(fields && { fields: fields.flatMap(inside) }),
    ...(values && { values: values.flatMap(inside) }),
    ...(given && { arguments: given.flatMap(inside) }),
  }
}
