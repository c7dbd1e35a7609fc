import type { z } from 'zod'
import type { NotificationChannel } from '../../schema/kinds/notification-channel.ts'
import type { Notification } from '../../schema/notifications/notice.ts'
import { SinkError } from './sink-error.ts'

export type ChannelSpec = z.infer<(typeof NotificationChannel)['spec']>

/** A message for a sink. */
export interface Outgoing {
  /** The ID of the message, which its repeats have too. */
  id: string
  notifications: readonly Notification[]
}

/** A channel whose secret values are known. */
export interface OpenedChannel {
  spec: ChannelSpec
  /** The values of the Secret, by key; empty without a Secret. */
  secrets: Readonly<Record<string, string>>
  signal: AbortSignal
}

/** Sends messages to the sinks of a type. */
export interface Sink {
  /** Throws SinkError if the channel cannot work, whatever is sent. */
  check(channel: OpenedChannel): void
  /** Sends a message and returns what the sink answered. Throws SinkError. */
  send(channel: OpenedChannel, message: Outgoing): Promise<string>
}

/** Returns a value of the Secret of a channel. Throws SinkError if it has none. */
export function secretValue({ spec, secrets }: OpenedChannel, key: string): string {
  const value = secrets[key]
  if (value !== undefined && value !== '') return value
  throw new SinkError(
    'InvalidSecret',
    `the Secret ${spec.secret ?? ''} has no key ${key}: add it to the SecretDefinition`,
    {
      blocked: true,
    },
  )
}

/** Returns the URL in the Secret of a channel. Throws SinkError if it is none. */
export function secretAddress(channel: OpenedChannel): string {
  const address = secretValue(channel, 'address').trim()
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address
  throw new SinkError(
    'InvalidSecret',
    `the key address of the Secret ${channel.spec.secret ?? ''} is not a URL: correct it`,
    {
      blocked: true,
    },
  )
}

/** Names a sink by its host: the rest of its URL may be a secret. */
export function hostOf(address: string): string {
  return new URL(address).host
}
