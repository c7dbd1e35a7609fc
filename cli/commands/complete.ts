import { defineCommand, type Command } from '../command.ts'

/** The hidden command that completion scripts run. It completes the given commands, not itself. */
export function completeCommand(commands: readonly Command[]): Command {
  return defineCommand({
    name: '__complete',
    summary: 'Print completions of a command line, for completion scripts.',
    group: 'Settings and help',
    hidden: true,
    connects: true,
    arguments: {
      words: { summary: 'Words of the command line, the last of them unfinished.', takes: 'any number' },
    },
    handler: async () => (await import('../settings/complete.ts')).completer(commands),
  })
}
