import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema, workerSchema } from '../../schema/graphql/schema.ts'
import { rules, workerRules } from './graphql-rules.ts'

describe('the schema of clients', () => {
  it.each(rules)('keeps the rule: $name', ({ violations }) => {
    expect(violations(schema)).toEqual([])
  })
})

describe('the schema of workers', () => {
  it.each(workerRules)('keeps the rule: $name', ({ violations }) => {
    expect(violations(workerSchema)).toEqual([])
  })
})

/** A schema that violates each rule, with the comment of a described schema where a rule needs one. */
const planted = buildSchema(`
  "A scalar."
  scalar JSON
  "The color."
  enum Color {
    "Red."
    red
  }
  "The queries."
  type Query {
    "Undescribed argument."
    find(id: ID, "The name." name: String): Thing
    "Never null."
    things("The size." first: Int): ThingConnection!
    "Items may be null."
    list: [String]
  }
  "The mutations."
  type Mutation {
    "Takes no input."
    create("The name." name: String): Thing
  }
  "A thing."
  type Thing {
    "The ID."
    id: ID!
    "Anything."
    anything: JSON
    "The time."
    createdAt: String!
    "The color."
    color: Color @deprecated(reason: "Do not use it.")
  }
  "Things."
  type ThingConnection {
    "The things."
    nodes: [Thing!]!
  }
  "Never used."
  type Unused {
    "A field."
    field: Int
  }
`)

describe('a schema that breaks a rule', () => {
  it.each(rules.map(({ name, violations }) => [name, violations] as const))(
    'is found: %s',
    (_, violations) => {
      expect(violations(planted)).not.toEqual([])
    },
  )
})
