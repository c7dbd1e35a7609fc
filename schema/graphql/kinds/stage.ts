import { deliveryNumbers, type DeliveryNumbers, type Percentiles } from '../../delivery/numbers.ts'
import { invalidInput } from '../../errors.ts'
import type { Stage } from '../../kinds/stage.ts'
import type { ObjectStatus } from '../../status.ts'
import type { z } from 'zod'
import { builder } from '../builder.ts'
import { implementKind } from '../kind-type.ts'

const PercentilesType = builder.objectRef<Percentiles>('DurationPercentiles').implement({
  description: 'Percentiles of durations.',
  fields: (t) => ({
    p50: t.exposeFloat('p50', { description: 'The median, in seconds.' }),
    p90: t.exposeFloat('p90', { description: 'The 90th percentile, in seconds.' }),
  }),
})

const DeliveryNumbersType = builder.objectRef<DeliveryNumbers>('DeliveryNumbers').implement({
  description: 'How an application was delivered into an environment during a period, as DORA measures it.',
  fields: (t) => ({
    deployments: t.exposeInt('deployments', {
      description: 'The number of revisions that became healthy and were newer than all before.',
    }),
    activeDays: t.exposeInt('activeDays', {
      description: 'The number of days, in UTC, with at least one deployment.',
    }),
    rollbacks: t.exposeInt('rollbacks', { description: 'The number of rollouts of earlier revisions.' }),
    failures: t.exposeInt('failures', {
      description: 'The number of revisions whose rollout failed, or that were rolled back later.',
    }),
    failureRate: t.exposeFloat('failureRate', {
      nullable: true,
      description: 'The failures per change, from 0 to 1. Null for fewer than five changes.',
    }),
    reworkRate: t.exposeFloat('reworkRate', {
      nullable: true,
      description: 'The share of deployments that followed a failure. Null for fewer than five deployments.',
    }),
    leadTime: t.field({
      type: PercentilesType,
      nullable: true,
      description:
        'The time from the commit, or from the delivery if the time of the commit is unknown, until the revision was healthy. Null ' +
        'without a deployment.',
      resolve: ({ leadTime }) => leadTime ?? null,
    }),
    recoveryTime: t.field({
      type: PercentilesType,
      nullable: true,
      description: 'The time from a failure until a revision was healthy again. Null without a recovery.',
      resolve: ({ recoveryTime }) => recoveryTime ?? null,
    }),
    open: t.exposeInt('open', {
      description: 'The number of failures from which the environment has not recovered.',
    }),
  }),
})

const maxDays = 3650

implementKind('Stage', (t) => ({
  numbers: t.field({
    type: DeliveryNumbersType,
    description: 'The numbers of the last days, from the rollouts that the stage remembers.',
    args: {
      days: t.arg.int({ defaultValue: 30, description: 'The number of days, from 1 to 3,650. Default: 30.' }),
    },
    resolve: ({ status }, { days }) => {
      const count = days ?? 30
      if (count < 1 || count > maxDays) {
        const message = `must be from 1 to ${maxDays.toLocaleString('en')}`
        throw invalidInput([{ path: 'days', code: 'OUT_OF_RANGE', message, value: String(count) }])
      }
      // The server has validated outputs with the schemas of the kinds.
      const { rollouts = [] } = (status as unknown as ObjectStatus).outputs as Partial<
        z.infer<(typeof Stage)['outputs']>
      >
      return deliveryNumbers(rollouts, Date.now() - count * 86_400_000)
    },
  }),
}))
