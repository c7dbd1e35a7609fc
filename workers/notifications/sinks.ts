import type { AddressRules } from '../../schema/clusters/addresses.ts'
import type { ChannelType } from '../../schema/kinds/notification-channel.ts'
import type { Sink } from './channel.ts'
import { createEmailSink, maxInEmail } from './email.ts'
import { createGitHubSink, createGitLabSink } from './forges.ts'
import { createHttpSender } from './http-sender.ts'
import { createSlackSink, maxInSlack } from './slack.ts'
import { createWebhookSink } from './webhook.ts'

/** How messages reach the sinks of a type. */
export interface SinkOfType {
  sink: Sink
  /** The most notifications in a message. */
  max: number
  /** Seconds for which notifications are collected, unless the channel says otherwise. */
  digest: number
}

export type Sinks = Readonly<Record<ChannelType, SinkOfType>>

/** Creates the clients of all sinks, which connect only to addresses that the rules allow. */
export function createSinks(rules: AddressRules): Sinks {
  const send = createHttpSender(rules)
  return {
    webhook: { sink: createWebhookSink(send), max: 1, digest: 0 },
    slack: { sink: createSlackSink(send), max: maxInSlack, digest: 5 },
    email: { sink: createEmailSink(rules), max: maxInEmail, digest: 30 },
    github: { sink: createGitHubSink(send), max: 1, digest: 0 },
    gitlab: { sink: createGitLabSink(send), max: 1, digest: 0 },
  }
}
