import type { z } from 'zod'
import { isFinal } from '../../schema/delivery/states.ts'
import { defined } from '../../schema/inputs.ts'
import type { Application, DeliverySummary } from '../../schema/kinds/application.ts'
import { done, failed, waitingFor, type Outcome } from '../engine/outcome.ts'
import type { Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'

type ApplicationOutputs = z.infer<(typeof Application)['outputs']>

/** Reports what the application has made of a delivery. Once that is final, it stays. */
export const Delivery: Reconciler<Environment> = {
  ensure: async ({ object }) => {
    const application = referenced(objectAs(object, 'Delivery').application)
    // The server has validated outputs with the schemas of the kinds.
    const reported = application.status.outputs as Partial<ApplicationOutputs>
    const before = object.status.outputs as Partial<DeliverySummary>
    const current =
      before.state !== undefined && isFinal(before.state)
        ? before
        : reported.deliveries?.find(({ name }) => name === object.name)
    const { state = 'Accepted', revision, message } = current ?? {}
    const outputs = { state, ...defined({ revision, message }) }
    const ended = endOf(outputs)
    if (ended !== undefined) return ended
    const { id, kind, name, version } = application
    // What it waits for is about this delivery, not about the application, which may be ready.
    const cause =
      message === undefined ? undefined : { kind: object.kind, name: object.name, reason: state, message }
    return waitingFor({ id, kind, name, version, ...defined({ cause }) }, 'has delivered it', {
      outputs,
      ...defined({ message }),
    })
  },

  remove: async () => done('Nothing is left of it.'),
}

function endOf(outputs: Omit<DeliverySummary, 'name'>): Outcome | undefined {
  const { state, revision, message = '' } = outputs
  if (!isFinal(state)) return undefined
  if (state === 'Healthy') return done(`Revision ${revision} is healthy.`, { outputs })
  if (state === 'Superseded') return done(message, { outputs })
  return failed({ reason: state, message, blocked: true }, { retryable: false, outputs })
}
