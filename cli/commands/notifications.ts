import { defineCommand, type Command } from '../command.ts'
import { projectOption, timeoutOption } from '../settings/options.ts'

/** Commands for notification channels. */
export const notificationCommands: readonly Command[] = [
  defineCommand({
    name: 'notification',
    summary: 'Try notification channels.',
    group: 'Objects',
  }),
  defineCommand({
    name: 'notification test',
    summary: 'Send a test message by a notification channel, and show what the sink answered.',
    description:
      'The message follows those that the channel has to send already. Exit code 1 if the sink does not accept it; 7 on timeout: the ' +
      'message stays in the queue of the channel.',
    group: 'Objects',
    connects: true,
    arguments: { channel: { summary: 'Name of the channel.', takes: 'required' } },
    options: {
      timeout: { ...timeoutOption, default: '60s' },
      project: projectOption,
    },
    examples: [['qleetctl notification test on-call', 'Find out whether messages arrive']],
    handler: async () => (await import('../notifications/test.ts')).testChannel,
  }),
]
