import { allKinds, kindNamed } from '../kinds/index.ts'
import { costsAsDeclared, pricedKinds } from '../operations/current-costs.ts'
import type { MonthlyCost } from '../operations/operation.ts'
import { recordOf } from '../records.ts'
import { builder } from './builder.ts'
import { ObjectType } from './object.ts'
import { MonthlyCostType } from './planned-operations.ts'

/* What objects cost in clouds, as they are declared. */

interface ObjectCost {
  /** Undefined if a part of it is not known. */
  monthly: MonthlyCost | undefined
  prices: string[]
}

const ObjectCostType = builder.objectRef<ObjectCost>('ObjectCost').implement({
  description:
    'An estimate of what an object costs as it is declared, by list prices of one region, without discounts and taxes, and without what ' +
    'depends on use, such as traffic and backups.',
  subGraphs: ['clients'],
  fields: (t) => ({
    monthly: t.field({
      type: MonthlyCostType,
      nullable: true,
      description:
        'The cost. Null if it is unknown, such as that of a bucket, which is paid by what is used.',
      resolve: ({ monthly }) => monthly ?? null,
    }),
    prices: t.exposeStringList('prices', {
      description: 'The price lists, for example `us-east-1 of AWS, 2025-06`.',
    }),
  }),
})

const priced = new Set(pricedKinds(allKinds).map(({ kind }) => kind))

builder.interfaceField(ObjectType, 'cost', (t) =>
  t.field({
    type: ObjectCostType,
    nullable: true,
    subGraphs: ['clients'],
    description:
      'An estimate of what the object costs a month. Null for what costs nothing by itself. What its owned objects cost is not included, ' +
      'so costs can be added.',
    resolve: async ({ id, kind: name, spec }, _, { loaders }) => {
      if (!priced.has(name)) return null
      const kind = kindNamed(name)
      const definition =
        kind.pair === undefined ? undefined : await loaders.referenced.load({ id, field: 'definition' })
      if (kind.pair !== undefined && definition === undefined) return null
      const total = costsAsDeclared(kind, { spec: recordOf(spec), definition: recordOf(definition?.spec) })
      if (total === undefined) return null
      return { monthly: total.unknown === 0 ? total.after : undefined, prices: total.prices }
    },
  }),
)
