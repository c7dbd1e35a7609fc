import { defineCommand, type Command } from '../command.ts'
import { outputOption } from '../settings/options.ts'

/** Commands for contexts, schemas, completion and the version. */
export const settingsCommands: readonly Command[] = [
  defineCommand({
    name: 'config',
    summary: 'Manage the contexts of the config file.',
    group: 'Settings and help',
  }),
  defineCommand({
    name: 'config get-contexts',
    summary: 'List the control planes in the config file.',
    group: 'Settings and help',
    options: { output: outputOption },
    handler: async () => (await import('../settings/contexts.ts')).getContexts,
  }),
  defineCommand({
    name: 'config use-context',
    summary: 'Set the current control plane.',
    group: 'Settings and help',
    arguments: { name: { summary: 'Name of the control plane.' } },
    examples: [['qleetctl config use-context test', 'Use the control plane "test" by default']],
    handler: async () => (await import('../settings/contexts.ts')).useContext,
  }),
  defineCommand({
    name: 'config current-context',
    summary: 'Print the name of the current control plane.',
    group: 'Settings and help',
    handler: async () => (await import('../settings/contexts.ts')).currentContext,
  }),
  defineCommand({
    name: 'api-resources',
    summary: 'List the kinds of objects, with their aliases and columns.',
    group: 'Settings and help',
    options: { output: outputOption },
    handler: async () => (await import('../settings/api-resources.ts')).apiResources,
  }),
  defineCommand({
    name: 'schema',
    summary: 'Print the JSON Schema for documents of a kind.',
    group: 'Settings and help',
    arguments: { kind: { summary: 'Kind. Default: all kinds.', takes: 'optional' } },
    examples: [['qleetctl schema > qleet.json', 'Write the schema of all kinds to a file, for an editor']],
    handler: async () => (await import('../settings/json-schema.ts')).printSchema,
  }),
  defineCommand({
    name: 'version',
    summary: 'Print the version of qleetctl.',
    group: 'Settings and help',
    options: {
      client: { type: 'flag', summary: 'Has no effect; accepted as in kubectl.' },
      output: outputOption,
    },
    handler: async () => (await import('../settings/version.ts')).version,
  }),
  defineCommand({
    name: 'completion',
    summary: 'Print a completion script for a shell.',
    group: 'Settings and help',
    arguments: { shell: { summary: 'bash, zsh or fish.' } },
    examples: [
      ['source <(qleetctl completion bash)', 'In ~/.bashrc'],
      ['source <(qleetctl completion zsh)', 'In ~/.zshrc'],
      ['qleetctl completion fish | source', 'In ~/.config/fish/config.fish'],
    ],
    handler: async () => (await import('../settings/completion.ts')).completion,
  }),
]
