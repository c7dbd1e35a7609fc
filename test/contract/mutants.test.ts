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
  type Held,
} from './breaches.ts'
import { held } from './held.ts'
import { recordings, type Recording } from './recording.ts'

/* One change that others would not survive for each rule of the contract: each has to be found, and said in words that help. */

const [recording] = await recordings()
if (recording === undefined) throw new Error('no release is recorded')

type Check = (recording: Recording, held: Held) => string[]

interface Mutant {
  change: string
  by: Check
  mutate: () => Partial<Held>
  says: RegExp
}

const schema: Mutant[] = [
  {
    change: 'a field that is gone',
    by: brokenSchema,
    mutate: () => inSchema('WorkloadInstance.generation', () => []),
    says: /^since \S+: WorkloadInstance\.generation was removed\. Keep it, deprecated/,
  },
  {
    change: 'a field that operations ask for and is gone',
    by: brokenOperations,
    mutate: () => inWorkerSchema('StartedReconcile.epoch', () => []),
    says: /^StartReconcileDocument of \S+ is refused: Cannot query field "epoch" on type "StartedReconcile"\. Keep/,
  },
  {
    change: 'a field that may be null now',
    by: brokenSchema,
    mutate: () => inSchema('Change.cursor', (field) => [{ ...field, type: parseType('String') }]),
    says: /Change\.cursor changed type from String! to String\. Leave it as it is, and add another beside it/,
  },
  {
    change: 'an operation that is gone',
    by: brokenSchema,
    mutate: () => inWorkerSchema('Mutation.renewLeases', () => []),
    says: /Mutation\.renewLeases was removed/,
  },
  {
    change: 'an argument that has another name',
    by: brokenSchema,
    mutate: () => inSchema('Query.changes.after', (field) => [{ ...field, name: nameOf('since') }]),
    says: /Query\.changes arg after was removed\. Keep it, deprecated/,
  },
  {
    change: 'an argument that has to be given now',
    by: brokenSchema,
    mutate: () =>
      inWorkerSchema('Mutation.startReconcile.id', (argument) => [
        argument,
        { ...argument, name: nameOf('holder') },
      ]),
    says: /required arg holder on Mutation\.startReconcile was added\. Make it optional, or give it a default/i,
  },
  {
    change: 'an argument that takes less',
    by: brokenSchema,
    mutate: () => inSchema('Query.changes.objectId', (argument) => [{ ...argument, type: parseType('ID!') }]),
    says: /Query\.changes arg objectId has changed type from ID to ID!\. Leave it/,
  },
  {
    change: 'a field of an input that has to be given now',
    by: brokenSchema,
    mutate: () =>
      inWorkerSchema('SeenResourceInput.uid', (field) => [field, { ...field, name: nameOf('cluster') }]),
    says: /required field cluster on input type SeenResourceInput was added\. Make it optional/i,
  },
  {
    change: 'a value of an enum that is gone',
    by: brokenSchema,
    mutate: () => inSchema('ObjectOrderField.NAME', () => []),
    says: /NAME was removed from enum type ObjectOrderField\. Keep it/,
  },
]

const messages: Mutant[] = [
  {
    change: 'a field of a trigger that workers do not read any more',
    by: brokenReaders,
    mutate: () => reads({ trigger: Trigger.omit({ traceparent: true }) }),
    says: /^a trigger of \S+ is not understood: traceparent \(is left out\)/,
  },
  {
    change: 'a field of a trigger of another type',
    by: brokenReaders,
    mutate: () => reads({ trigger: Trigger.extend({ id: Condition.shape.observedGeneration }) }),
    says: /^a trigger of \S+ is not understood: id \(.*number.*\)\. Read it as it is said/,
  },
  {
    change: 'another version of triggers',
    by: brokenMessages,
    mutate: () => sends({ triggers: [{ v: 2, kind: 'WorkloadInstance', id: '42' }] }),
    says: /^workers of \S+ do not understand a trigger: v \(.*\)\. Send what it reads for a release more/,
  },
  {
    change: 'a trigger without what workers read',
    by: brokenMessages,
    mutate: () =>
      sends({ triggers: held.sends.triggers.map((each) => Trigger.omit({ kind: true }).parse(each)) }),
    says: /do not understand a trigger: kind /,
  },
  {
    change: 'a question that is not understood any more',
    by: brokenReaders,
    mutate: () => reads({ ask: QueryRequest.omit({ credit: true }) }),
    says: /^a question of \S+ is not understood: credit /,
  },
  {
    change: 'a question that is asked otherwise',
    by: brokenMessages,
    mutate: () => sends({ asks: [{ v: 1, question: { about: 'tree', object: '42' }, credit: 8 }] }),
    says: /do not understand a question: question/,
  },
  {
    change: 'a field of a status that is gone',
    by: brokenReaders,
    mutate: () => reads({ status: ObjectStatus.omit({ cause: true }) }),
    says: /^a status of \S+ is not understood: cause /,
  },
  {
    change: 'a phase that is gone',
    by: brokenReaders,
    mutate: () =>
      reads({ status: ObjectStatus.extend({ phase: ObjectStatus.shape.phase.exclude(['Unreachable']) }) }),
    says: /^a status of \S+ is not understood: phase /,
  },
]

const codes: Mutant[] = [
  {
    change: 'an error that is gone',
    by: brokenCodes,
    mutate: () => ({ errors: without(held.errors, 'BLOCKED') }),
    says: /^\S+ has the error BLOCKED, which is gone\. Keep it/,
  },
  {
    change: 'an error that exits otherwise',
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
    change: 'an error that is not tried again any more',
    by: brokenCodes,
    mutate: () => changed('UNAVAILABLE', { retry: false }),
    says: /^UNAVAILABLE has retry true in \S+ and false now/,
  },
  {
    change: 'an exit code that is another',
    by: brokenCodes,
    mutate: () => ({ exits: { ...held.exits, timeout: { exit: 6 } } }),
    says: /^the exit code of timeout is 7 in \S+ and 6 now/,
  },
]

describe('the contract of a release', () => {
  it.each([...schema, ...messages, ...codes])(
    'finds $change, and says what to do',
    ({ by, mutate, says }) => {
      expect(by(recording, held)).toEqual([])
      expect(by(recording, { ...held, ...mutate() })).toContainEqual(expect.stringMatching(says))
    },
  )

  it('finds an operation that servers of the release do not know', () => {
    const clients = { Known: '{ changeCursor }', New: '{ changeCursor(of: "all") }' }
    const workers = { KnownToWorkers: '{ inventory(id: 1) { id } }', OfClients: '{ changeCursor }' }
    expect(unknownOperations(recording, { clients, workers })).toEqual(['New', 'OfClients'])
  })
})

function reads(readers: Partial<Held['readers']>): Partial<Held> {
  return { readers: { ...held.readers, ...readers } }
}

function sends(more: Partial<Held['sends']>): Partial<Held> {
  return { sends: { ...held.sends, ...more } }
}

function changed(code: string, to: Partial<Held['errors'][string]>): Partial<Held> {
  const was = held.errors[code]
  if (was === undefined) throw new Error(`no error ${code}`)
  return { errors: { ...held.errors, [code]: { ...was, ...to } } }
}

function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== key))
}

function nameOf(value: string): NameNode {
  return { kind: Kind.NAME, value }
}

/** A type, field, argument or value in the language of schemas. */
interface Member {
  name: NameNode
  type?: TypeNode
  fields?: readonly Member[]
  values?: readonly Member[]
  arguments?: readonly Member[]
}

/** The schema of clients with other members, or none, in the place of `Type.field` or `Type.field.argument`. */
function inSchema(path: string, become: (member: Member) => Member[]): Partial<Held> {
  return { schemas: { ...held.schemas, clients: edited(held.schemas.clients, path, become) } }
}

/** The same for the schema of workers. */
function inWorkerSchema(path: string, become: (member: Member) => Member[]): Partial<Held> {
  return { schemas: { ...held.schemas, workers: edited(held.schemas.workers, path, become) } }
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
