import type { z } from 'zod'
import { isFinal, type DeliveryState } from '../../schema/delivery/states.ts'
import { defined } from '../../schema/defined.ts'
import type { Application } from '../../schema/kinds/application.ts'
import type { Delivery as Kind } from '../../schema/kinds/delivery.ts'
import { lookupFailure, resolveImages } from '../delivery/resolve-images.ts'
import { done, failed, waitingFor, type Done, type Failed } from '../engine/outcome.ts'
import type { Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { trustedKeys } from '../registries/signatures.ts'

type ApplicationOutputs = z.infer<(typeof Application)['outputs']>
type Outputs = z.infer<(typeof Kind)['outputs']>

/** Looks up the digests of tags and signatures, and reports what the application has made of a delivery. Once that is final, it stays. */
export const Delivery: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { object } = context
    const application = referenced(objectAs(object, 'Delivery').application)
    // The server has validated specs and outputs with the schemas of the kinds.
    const reported = application.status.outputs as Partial<ApplicationOutputs>
    const before = object.status.outputs as Partial<Outputs>
    const { images } = object.manifestSpec as z.infer<(typeof Kind)['spec']>
    const found = reported.deliveries?.find(({ name }) => name === object.name)
    const current =
      before.state !== undefined && isFinal(before.state) && !isReopened(before.state, found?.state)
        ? before
        : found
    const { state = 'Accepted', revision, message } = current ?? {}
    const outputs: Outputs = { state, ...defined({ revision, message, images: before.images }) }
    const { id, kind, name, version } = application
    const ended = endOf(outputs)
    if (ended !== undefined)
      return isChosen(revision, reported) ? { ...ended, watching: { id, version } } : ended
    const { signatures } = application.manifestSpec as z.infer<(typeof Application)['spec']>
    const keys = trustedKeys(signatures?.publicKeys)
    if (keys !== undefined || images.some(({ digest }) => digest === undefined)) {
      const resolved = await resolveImages(context, environment, { images, keys }).catch(lookupFailure)
      if (!Array.isArray(resolved))
        return { ...resolved, outputs: { ...outputs, message: resolved.cause.message } }
      // A delivery is not a build before it has these, and the application is triggered by them.
      outputs.images = resolved
    }
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

/** Reports whether a delivery that has failed is rolled out again. */
function isReopened(before: DeliveryState, reported: DeliveryState | undefined): boolean {
  return (before === 'RolledBack' || before === 'Failed') && reported !== undefined && reported !== before
}

/** Reports whether an environment still has the revision of a delivery that failed, so that it may be tried again. */
function isChosen(number: number | undefined, { environments = [] }: Partial<ApplicationOutputs>): boolean {
  return environments.some(({ revision, healthy }) => revision === number && healthy !== number)
}

function endOf(outputs: Outputs): Done | Failed | undefined {
  const { state = 'Accepted', revision, message = '' } = outputs
  if (!isFinal(state)) return undefined
  if (state === 'Healthy') return done(`Revision ${revision} is healthy.`, { outputs })
  if (state === 'Superseded') return done(message, { outputs })
  return failed({ reason: state, message, blocked: true }, { retryable: false, final: true, outputs })
}
