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
const profile = { named: { name: 'p' } }
const targets = named.map(({ name }) => ({ named: { kind: 'Project', name } }))
const deletions = targets.map((target) => ({ target }))

it.each([
  ['Apply', documents.ApplyDocument, { documents: named }],
  ['PlanApply', documents.PlanApplyDocument, { documents: named }],
  ['Plan', documents.PlanDocument, { documents: named }],
  ['DeleteObjects', documents.DeleteObjectsDocument, { objects: deletions }],
  ['PlanDeleteObjects', documents.PlanDeleteObjectsDocument, { objects: deletions }],
  ['RollProfile', documents.RollProfileDocument, { profile, objects: targets }],
  ['PlanRollProfile', documents.PlanRollProfileDocument, { profile, objects: targets }],
])('%s of as many objects as a request may have is within the limit', (_, document, input) => {
  const { complexity } = complexityFromQuery(String(document), { schema, variables: { input }, ctx: {} })
  expect(complexity).toBeLessThan(250_000)
})
