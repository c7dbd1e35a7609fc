import {
  downtimeRisks,
  operationActions,
  type CostChange,
  type MonthlyCost,
} from '../operations/operation.ts'
import { totalCosts, type TotalCost } from '../operations/total-costs.ts'
import { priceLists } from '../operations/prices.ts'
import { builder } from './builder.ts'
import { enumOf } from './enums.ts'
import { NamedObjectType } from './planned-effects.ts'
import type { PlannedOperation, PlannedRisk, SavedPlan } from './store-plans.ts'

/* What a plan does outside of manifests, what that costs, and how much it may interrupt. */

const OperationActionType = enumOf('OperationAction', operationActions, {
  description: 'What would be done outside of manifests.',
  descriptions: [
    'It would be created.',
    'It would be changed in place.',
    'It would be replaced by a new one.',
    'It would be deleted.',
    'A run would decide what changes.',
  ],
})

const DowntimeRiskType = enumOf('DowntimeRisk', downtimeRisks, {
  description: 'How much a change may interrupt.',
  descriptions: [
    'Nothing is interrupted.',
    'Requests or connections may fail for a moment.',
    'It is down until the change is complete, or for good.',
    'Only a later step finds out.',
  ],
})

export const MonthlyCostType = builder.objectRef<MonthlyCost>('MonthlyCost').implement({
  description: 'An estimated cost in US dollars a month.',
  subGraphs: ['clients'],
  fields: (t) => ({
    least: t.exposeFloat('least', { description: 'The cost with the least load.' }),
    most: t.exposeFloat('most', {
      description: 'The cost with the most load, such as the largest number of nodes.',
    }),
  }),
})

const priceListFields = {
  region: 'The region of the prices, wherever the object is.',
  date: 'The month of the prices, for example `2025-06`.',
  source: 'Where the prices are published.',
}

const CostEstimateType = builder.objectRef<CostChange>('CostEstimate').implement({
  description:
    'An estimate by list prices of one region, without discounts and taxes, and without what depends on use, such as traffic and ' +
    'backups.',
  subGraphs: ['clients'],
  fields: (t) => ({
    before: t.field({
      type: MonthlyCostType,
      nullable: true,
      description: 'The cost before. Null if it is unknown.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: MonthlyCostType,
      nullable: true,
      description: 'The cost after. Null if it is unknown.',
      resolve: ({ after }) => after ?? null,
    }),
    region: t.string({
      description: priceListFields.region,
      resolve: ({ prices }) => priceLists[prices].region,
    }),
    date: t.string({ description: priceListFields.date, resolve: ({ prices }) => priceLists[prices].date }),
    source: t.string({
      description: priceListFields.source,
      resolve: ({ prices }) => priceLists[prices].source,
    }),
  }),
})

export const PlannedOperationType = builder.objectRef<PlannedOperation>('PlannedOperation').implement({
  description: 'What the reconciler of an object would do outside of manifests, such as in a cloud.',
  subGraphs: ['clients'],
  fields: (t) => ({
    object: t.field({ type: NamedObjectType, description: 'The object.', resolve: ({ object }) => object }),
    what: t.exposeString('what', {
      description: 'What it is done to, for example `database of Amazon RDS`.',
    }),
    action: t.field({
      type: OperationActionType,
      description: 'What would be done.',
      resolve: ({ action }) => action,
    }),
    fields: t.exposeStringList('fields', { description: 'The fields that cause it, if something changes.' }),
    risk: t.field({
      type: DowntimeRiskType,
      description: 'How much it may interrupt.',
      resolve: ({ risk }) => risk,
    }),
    effect: t.exposeString('effect', { description: 'What happens, and why that interrupts or does not.' }),
    minutes: t.int({
      nullable: true,
      description: 'The minutes that it usually takes, 0 for seconds. Null if that is not known.',
      resolve: ({ minutes }) => minutes ?? null,
    }),
    cost: t.field({
      type: CostEstimateType,
      nullable: true,
      description: 'The estimated cost. Null for what costs nothing by itself, or is paid elsewhere.',
      resolve: ({ cost }) => cost ?? null,
    }),
  }),
})

export const PlannedRiskType = builder.objectRef<PlannedRisk>('PlannedRisk').implement({
  description: 'How much a plan may interrupt an object.',
  subGraphs: ['clients'],
  fields: (t) => ({
    object: t.field({ type: NamedObjectType, description: 'The object.', resolve: ({ object }) => object }),
    risk: t.field({
      type: DowntimeRiskType,
      description: 'The highest risk of what the plan does to it.',
      resolve: ({ risk }) => risk,
    }),
    reasons: t.stringList({
      description: 'The reasons for the risk.',
      resolve: ({ reasons }) => reasons.map(({ text }) => text),
    }),
  }),
})

const PlannedCostType = builder.objectRef<TotalCost>('PlannedCost').implement({
  description:
    'The estimated costs of all operations of a plan in US dollars a month, as far as they are known. See `CostEstimate`.',
  subGraphs: ['clients'],
  fields: (t) => ({
    before: t.field({
      type: MonthlyCostType,
      description: 'The costs before.',
      resolve: ({ before }) => before,
    }),
    after: t.field({ type: MonthlyCostType, description: 'The costs after.', resolve: ({ after }) => after }),
    unknown: t.exposeInt('unknown', {
      description: 'The number of operations whose cost is not known, and not part of the sums.',
    }),
    prices: t.exposeStringList('prices', {
      description: 'The price lists, for example `us-east-1 of AWS, 2025-06`.',
    }),
  }),
})

/** The field of a plan with the sums of its costs. */
export const costField = {
  type: PlannedCostType,
  nullable: true,
  description: 'The sums of the costs of the operations. Null if none of them costs anything.',
  resolve: ({ effects }: SavedPlan) => totalCosts(effects.operations) ?? null,
} as const
