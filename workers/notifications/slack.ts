import type { Notification } from '../../schema/notifications/notice.ts'
import type { Severity } from '../../schema/notifications/reasons.ts'
import { hostOf, secretAddress, type Outgoing, type Sink } from './channel.ts'
import { accepted, answerOf, type HttpSender } from './http-sender.ts'
import { shortened, summaryOf, titleOf } from './text.ts'

/* Incoming webhooks of Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */

/** The most notifications in a message. Slack accepts 50 blocks. */
export const maxInSlack = 20

/** The most characters of a message. Slack accepts 3,000 in a block, and escaping makes five of one. */
const maxMessage = 450

export function createSlackSink(send: HttpSender): Sink {
  return {
    check: (channel) => void secretAddress(channel),
    send: async (channel, message) => {
      const url = secretAddress(channel)
      const name = hostOf(url)
      const response = await send({
        method: 'POST',
        url,
        name,
        body: JSON.stringify(slackMessage(message)),
        headers: { 'content-type': 'application/json' },
        signal: channel.signal,
      })
      return answerOf(accepted(response, { name, remedy: 'correct the key address of the Secret' }))
    },
  }
}

const symbols: Readonly<Record<Severity, string>> = {
  info: ':information_source:',
  warning: ':warning:',
  error: ':red_circle:',
}

/** Returns the body of a message: a text for notifications of devices, and blocks for the channel. */
export function slackMessage(message: Outgoing) {
  return {
    text: escaped(summaryOf(message)),
    blocks: message.notifications.map((each) => ({
      type: 'section',
      text: { type: 'mrkdwn', text: sectionOf(each) },
    })),
  }
}

function sectionOf(notification: Notification): string {
  const { severity, message, command } = notification.notice
  const title = escaped(shortened(titleOf(notification), 200))
  const why = message === '' ? '' : `\n${escaped(shortened(message, maxMessage))}`
  return `${symbols[severity]} *${title}*${why}\n\`${escaped(shortened(command, 300)).replaceAll('`', "'")}\``
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
