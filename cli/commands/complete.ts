import { defineCommand, type Command } from '../command.ts'

/** What completion scripts ask. It knows the commands that it completes, and is none of them itself. */
export function completeCommand(commands: readonly Command[]): Command {
  return defineCommand({
    name: '__complete',
    summary: 'Print how a command line can go on; completion scripts ask it.',
    group: 'Settings and help',
    hidden: true,
    connects: true,
    arguments: { words: { summary: 'The words so far, the last of them unfinished.', takes: 'any number' } },
    handler: async () => (await import('../settings/complete.ts')).completer(commands),
  })
}
