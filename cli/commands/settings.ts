import { defineCommand, type Command } from '../command.ts'
import { outputOption } from '../settings/options.ts'

/** What qleetctl knows of itself and of control planes. */
export const settingsCommands: readonly Command[] = [
  defineCommand({
    name: 'config',
    summary: 'Choose between control planes.',
    group: 'Settings and help',
  }),
  defineCommand({
    name: 'config get-contexts',
    summary: 'Show the control planes of the config file.',
    group: 'Settings and help',
    options: { output: outputOption },
    handler: async () => (await import('../settings/contexts.ts')).getContexts,
  }),
  defineCommand({
    name: 'config use-context',
    summary: 'Make a control plane the current one.',
    group: 'Settings and help',
    arguments: { name: { summary: 'Name of the control plane.' } },
    examples: [['qleetctl config use-context test', 'From now on talk to "test"']],
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
    summary: 'Show the kinds of objects, with their names and columns.',
    group: 'Settings and help',
    options: { output: outputOption },
    handler: async () => (await import('../settings/api-resources.ts')).apiResources,
  }),
  defineCommand({
    name: 'schema',
    summary: 'Print the JSON Schema of the documents of a kind, for editors.',
    group: 'Settings and help',
    arguments: { kind: { summary: 'Kind. Default: all kinds.', takes: 'optional' } },
    examples: [['qleetctl schema > qleet.json', 'For the schema settings of an editor']],
    handler: async () => (await import('../settings/json-schema.ts')).printSchema,
  }),
  defineCommand({
    name: 'version',
    summary: 'Print the version of qleetctl.',
    group: 'Settings and help',
    options: {
      client: { type: 'flag', summary: 'It always is that of the client; for who is used to kubectl.' },
      output: outputOption,
    },
    handler: async () => (await import('../settings/version.ts')).version,
  }),
  defineCommand({
    name: 'completion',
    summary: 'Print what makes a shell complete commands, kinds and names.',
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
