import { invalidInput } from '../../errors.ts'
import { plainMessages } from '../../input-messages.ts'
import { issueErrors } from '../../issue-errors.ts'
import { ProcessReport } from '../../processes.ts'
import { builder } from '../builder.ts'

/* The worker operation by which servers learn which workers there are. */

builder.mutationField('reportProcess', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description:
      'Records the state of a worker, which sends it every five seconds. A worker that has sent none for 20 seconds counts as gone.',
    args: {
      report: t.arg({
        type: 'JSON',
        required: true,
        description:
          'A JSON object with the fields role, name, pid, release, apiVersion, startedAt, isConnected, reconciles {running, slots, ' +
          'limit, threads}, breakers {objectId, since, retryAt, reason, message}, eventLoopDelay (milliseconds), cpu (processors), ' +
          'memory (bytes) and isLast.',
      }),
    },
    resolve: async (_, { report }, { processes }) => {
      const parsed = ProcessReport.safeParse(report, plainMessages)
      if (!parsed.success) throw invalidInput(issueErrors(parsed.error, { at: 'report', input: report }))
      await processes.report(parsed.data)
      return true
    },
  }),
)
