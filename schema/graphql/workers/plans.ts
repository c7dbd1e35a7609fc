import { builder } from '../builder.ts'

/* What workers need for the resources of plans. */

builder.queryField('plannedPassword', (t) =>
  t.string({
    authScopes: { verb: 'work' },
    description:
      'Returns the password of a chart repository that a server has sealed for a plan. Fails with `NOT_FOUND` a minute later.',
    args: {
      sealed: t.arg.string({
        required: true,
        description: 'The sealed password, as the cluster query has it.',
      }),
    },
    resolve: (_, { sealed }, { store }) => store.plannedPassword(sealed),
  }),
)
