import { complexityFromQuery } from '@pothos/plugin-complexity'
import { expect, it } from 'vitest'
import * as documents from '../../client-sdk/generated/documents.ts'
import { schema } from '../../schema/graphql/schema.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { maxEntries, maxObjects } from '../../schema/limits.ts'

it.each(allKinds.map(({ kind }) => kind))(
  'a page of %s with all fields that the SDK selects is within the limit',
  (kind) => {
    const document: unknown = Object.entries(documents).find(([name]) => name === `List${kind}Document`)?.[1]
    const query = String(document)
    const { complexity } = complexityFromQuery(query, { schema, variables: { first: maxEntries }, ctx: {} })
    expect(complexity).toBeLessThan(250_000)
  },
)

const named = Array.from({ length: maxObjects }, (_, index) => ({ kind: 'Project', name: `p${index}` }))
const targets = named.map(({ name }) => ({ named: { kind: 'Project', name } }))

it.each([
  ['Apply', { documents: named }],
  ['PlanApply', { documents: named }],
  ['Plan', { documents: named }],
  ['DeleteObjects', { objects: targets.map((target) => ({ target })) }],
  ['PlanDeleteObjects', { objects: targets.map((target) => ({ target })) }],
  ['RollProfile', { profile: { named: { name: 'p' } }, objects: targets }],
  ['PlanRollProfile', { profile: { named: { name: 'p' } }, objects: targets }],
] as const)('%s of as many objects as a request may have is within the limit', (name, input) => {
  const query = String(documents[`${name}Document`])
  const { complexity } = complexityFromQuery(query, { schema, variables: { input }, ctx: {} })
  expect(complexity).toBeLessThan(250_000)
})
