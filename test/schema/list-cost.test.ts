import { complexityFromQuery } from '@pothos/plugin-complexity'
import { expect, it } from 'vitest'
import * as documents from '../../client-sdk/generated/documents.ts'
import { schema } from '../../schema/graphql/schema.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { maxEntries } from '../../schema/limits.ts'

it.each(allKinds.map(({ kind }) => kind))(
  'a page of %s with all fields that the SDK selects is within the limit',
  (kind) => {
    const document: unknown = Object.entries(documents).find(([name]) => name === `List${kind}Document`)?.[1]
    const query = String(document)
    const { complexity } = complexityFromQuery(query, { schema, variables: { first: maxEntries }, ctx: {} })
    expect(complexity).toBeLessThan(250_000)
  },
)
