import type { z } from 'zod'
import { defined } from '../../schema/defined.ts'
import type { NotificationChannel as Kind } from '../../schema/kinds/notification-channel.ts'
import { Notice } from '../../schema/notifications/notice.ts'
import { done, failed, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import {
  AcknowledgeMessageDocument,
  OpenedChannelSecretDocument,
  TakeNotificationsDocument,
  type TakeNotificationsMutation,
} from '../generated/documents.ts'
import type { ChannelSpec, OpenedChannel } from '../notifications/channel.ts'
import { SinkError } from '../notifications/sink-error.ts'
import type { SinkOfType } from '../notifications/sinks.ts'
import { secretValues } from '../resources/secret-values.ts'

type Outputs = z.infer<(typeof Kind)['outputs']>

/** Milliseconds for which one reconcile sends messages, so that other objects get their turn. */
const sendFor = 20_000

/** Milliseconds for which a sink may be away before clients stop waiting for it. */
const sinkGrace = 60_000

/** The longest pause in milliseconds that a sink may ask for. */
const longestPause = 3_600_000

/** Sends what a notification channel has in its outbox, one message after the other. */
export const NotificationChannel: Reconciler<Environment> = {
  ensure: async (context, { sinks }) => {
    const spec = context.object.manifestSpec as ChannelSpec
    // The server has validated outputs with the schemas of the kinds.
    const outputs = { ...(context.object.status.outputs as Partial<Outputs>) }
    try {
      const channel = { spec, secrets: await secretsOf(context), signal: context.signal }
      const { sink } = sinks[spec.type]
      sink.check(channel)
      return await sendAll(context, { channel, outputs, by: sinks[spec.type] })
    } catch (error) {
      if (!(error instanceof SinkError)) throw error
      return asFailure(context, error, outputs)
    }
  },

  remove: async () => done('Nothing is left of it.'),
}

type Taken = TakeNotificationsMutation['result']

interface Sending {
  channel: OpenedChannel
  by: SinkOfType
  outputs: Partial<Outputs>
}

async function sendAll(context: ReconcileContext, { channel, by, outputs }: Sending): Promise<Outcome> {
  const { client, object, epoch } = context
  const { id } = object
  const { sink, max, digest } = by
  const seconds = channel.spec.digest ?? digest
  const until = performance.now() + sendFor
  for (;;) {
    const { result } = await client.execute(TakeNotificationsDocument, {
      id,
      epoch,
      max,
      digest: seconds * 1000,
    })
    outputs.pending = result.pending
    outputs.dropped = result.dropped
    const { message } = result
    if (message === null) return idle(result, outputs)
    if (performance.now() > until) return done('Sends notifications.', { outputs, recheckAfter: 0 })
    assertAllowed(context)
    context.assertHeld()
    const notifications = message.notifications.map(({ notice, count }) => ({
      notice: Notice.parse(notice),
      count,
    }))
    const answer = await sink.send(channel, { id: message.id, notifications })
    await client.execute(AcknowledgeMessageDocument, { id, message: message.id })
    outputs.pending = result.pending - notifications.length
    outputs.lastSuccessAt = new Date(context.now()).toISOString()
    outputs.lastAnswer = answer
    outputs.lastMessage = message.id
    if (message.test !== null) outputs.lastTest = message.test
    context.updateState({ sinkAfter: undefined, sinkMessage: undefined })
  }
}

function idle({ pending, nextIn }: Taken, outputs: Partial<Outputs>): Outcome {
  return pending === 0
    ? done('Nothing is pending.', { outputs })
    : done('Notifications are collected.', { outputs, recheckAfter: nextIn ?? 1000 })
}

/** Throws the last error of a sink for as long as it has asked to wait. */
function assertAllowed({ state, now }: ReconcileContext): void {
  const left = Number(state['sinkAfter'] ?? 0) - now()
  if (left > 0) throw new SinkError('SinkFailed', String(state['sinkMessage']), { retryAfter: left })
}

function asFailure(context: ReconcileContext, error: SinkError, outputs: Partial<Outputs>): Outcome {
  const { reason, message, blocked, retryAfter } = error
  if (retryAfter !== undefined)
    context.updateState({
      sinkAfter: context.now() + Math.min(retryAfter, longestPause),
      sinkMessage: message.slice(0, 1000),
    })
  outputs.lastFailureAt = new Date(context.now()).toISOString()
  outputs.lastFailure = message.slice(0, 1000)
  return failed(
    { reason, message, blocked, ...(blocked ? {} : { grace: sinkGrace }) },
    { retryable: !blocked, outputs, ...defined({ retryAfter }) },
  )
}

/** Returns the values of the Secret of a channel; none if it has no Secret. */
async function secretsOf({ client, object, epoch }: ReconcileContext): Promise<Record<string, string>> {
  const { secret } = object.manifestSpec as ChannelSpec
  if (secret === undefined) return {}
  const { result } = await client.execute(OpenedChannelSecretDocument, { id: object.id, epoch })
  return secretValues(result.spec)
}
