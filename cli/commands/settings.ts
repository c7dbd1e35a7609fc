import { defineCommand, type Command } from '../command.ts'
import { outputOption, projectOption } from '../settings/options.ts'

function whoami(name: string): Command {
  return defineCommand({
    name,
    summary: 'Show whose token is used, with its roles, and the selected control plane.',
    group: 'Settings and help',
    connects: true,
    options: {
      output: { ...outputOption, summary: 'Output format: table, json, yaml or jsonpath=TEMPLATE.' },
    },
    examples: [[`qleetctl ${name}`, 'Find out which control plane commands go to, with which token']],
    handler: async () => (await import('../settings/whoami.ts')).whoami,
  })
}

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
    name: 'config set-context',
    summary: 'Add a control plane to the config file, or change its entry.',
    description:
      'Fields that are not given stay as they are. Nothing is sent to the server; `qleetctl whoami --context NAME` tries it.',
    group: 'Settings and help',
    arguments: { name: { summary: 'Name of the control plane.' } },
    options: {
      server: { type: 'string', value: 'URL', summary: 'URL of the server.' },
      tokenFile: {
        type: 'string',
        value: 'FILE',
        summary: 'File that contains the token. It is read by every command, so that it can be replaced.',
      },
      current: { type: 'flag', summary: 'Make it the current one.' },
    },
    examples: [
      [
        'qleetctl config set-context prod --server https://qleet.example.com --token-file prod.token',
        'Add a control plane',
      ],
    ],
    handler: async () => (await import('../settings/set-context.ts')).setContext,
  }),
  defineCommand({
    name: 'config add-control-plane',
    summary: 'Add a control plane that the selected one runs to the config file.',
    description:
      'Reads the token of its administrator from its runtime, with access that the selected control plane, its parent, issues to ' +
      'administrators. Run it again to replace the entry, for example after the token has changed.',
    group: 'Settings and help',
    connects: true,
    arguments: { name: { summary: 'Name of the ControlPlane.' } },
    options: {
      as: { type: 'string', value: 'NAME', summary: 'Name in the config file. Default: that of the object.' },
      url: {
        type: 'string',
        value: 'URL',
        summary: 'URL of its server from this machine. Default: the one that it reports.',
      },
      current: { type: 'flag', summary: 'Make it the current one.' },
      project: projectOption,
    },
    examples: [
      ['qleetctl config add-control-plane team --current', 'Add a child and switch to it'],
      [
        'qleetctl config add-control-plane team --url http://127.0.0.1:1324',
        'Add one that is reached through a forwarded port',
      ],
    ],
    handler: async () => (await import('../settings/add-control-plane.ts')).addControlPlane,
  }),
  defineCommand({
    name: 'config rename-context',
    summary: 'Rename a control plane in the config file.',
    group: 'Settings and help',
    arguments: { old: { summary: 'Current name.' }, new: { summary: 'New name.' } },
    examples: [['qleetctl config rename-context local laptop', 'Rename a context']],
    handler: async () => (await import('../settings/contexts.ts')).renameContext,
  }),
  defineCommand({
    name: 'config delete-context',
    summary: 'Remove a control plane from the config file. Stops nothing and deletes no data.',
    group: 'Settings and help',
    arguments: { name: { summary: 'Name of the control plane.' } },
    examples: [['qleetctl config delete-context old', 'Remove a context']],
    handler: async () => (await import('../settings/contexts.ts')).deleteContext,
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
    name: 'api-versions',
    summary: 'List the versions of the format of documents.',
    group: 'Settings and help',
    options: { output: outputOption },
    handler: async () => (await import('../settings/api-resources.ts')).apiVersions,
  }),
  defineCommand({
    name: 'explain',
    summary: 'Show the documentation of a kind or of its fields.',
    description:
      'Shows type, description, default, allowed values and limits of each field, and whether it can change. Needs no control ' +
      'plane.',
    group: 'Settings and help',
    arguments: { path: { summary: 'Kind, or KIND.FIELD such as workload.spec.drift.' } },
    options: {
      recursive: { type: 'flag', summary: 'Show the names and types of all fields, without descriptions.' },
      output: { ...outputOption, summary: 'Output format: table, json, yaml or jsonpath=TEMPLATE.' },
    },
    examples: [
      ['qleetctl explain workload', 'Show the fields of a kind'],
      ['qleetctl explain workload.spec.drift', 'Show one field, with its values'],
      ['qleetctl explain runtime --recursive', 'Show all fields as a tree'],
    ],
    handler: async () => (await import('../settings/explain.ts')).explain,
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
    summary: 'Print the versions of qleetctl and of the server.',
    description: 'Without a selected control plane, prints the version of qleetctl only.',
    group: 'Settings and help',
    connects: true,
    options: {
      client: { type: 'flag', summary: 'Print the version of qleetctl only, without a request.' },
      output: outputOption,
    },
    handler: async () => (await import('../settings/version.ts')).version,
  }),
  whoami('whoami'),
  defineCommand({
    name: 'auth',
    summary: 'Inspect permissions.',
    group: 'Settings and help',
  }),
  whoami('auth whoami'),
  defineCommand({
    name: 'auth can-i',
    summary: 'Check whether an action is allowed. Exit code 1 if it is not.',
    description:
      'Verbs are read, audit, write, delete, operate, forget, work and backup. Get and list stand for read, watch for audit, ' +
      'and create, update, patch and apply for write.',
    group: 'Settings and help',
    connects: true,
    arguments: {
      verb: { summary: 'Verb. Optional with --list.', takes: 'optional' },
      kind: { summary: 'Kind, KIND/NAME, or all. Default: any object.', takes: 'optional' },
      name: { summary: 'Name of the object.', takes: 'optional' },
    },
    options: {
      list: { type: 'flag', summary: 'List all permissions instead.' },
      project: projectOption,
      output: { ...outputOption, summary: 'Output format: table, json or yaml.' },
    },
    examples: [
      ['qleetctl auth can-i write workloads -n shop', 'Check a permission in a project'],
      ['qleetctl auth can-i --list', 'List all permissions'],
    ],
    handler: async () => (await import('../settings/can-i.ts')).canI,
  }),
  defineCommand({
    name: 'plugin',
    summary: 'Manage plugins: programs in the PATH with names like qleetctl-NAME.',
    group: 'Settings and help',
  }),
  defineCommand({
    name: 'plugin list',
    summary: 'List the plugins in the PATH.',
    description: 'A program qleetctl-foo in the PATH is run by `qleetctl foo`, with the remaining arguments.',
    group: 'Settings and help',
    options: { output: outputOption },
    handler: async () => (await import('../settings/plugin-list.ts')).pluginList,
  }),
  defineCommand({
    name: 'options',
    summary: 'List the options that all commands have.',
    group: 'Settings and help',
    handler: async () => (await import('../settings/list-options.ts')).listOptions,
  }),
  defineCommand({
    name: 'completion',
    summary: 'Print a completion script for a shell.',
    group: 'Settings and help',
    arguments: { shell: { summary: 'bash, zsh, fish or powershell.' } },
    examples: [
      ['source <(qleetctl completion bash)', 'In ~/.bashrc'],
      ['source <(qleetctl completion zsh)', 'In ~/.zshrc'],
      ['qleetctl completion fish | source', 'In ~/.config/fish/config.fish'],
      ['qleetctl completion powershell | Out-String | Invoke-Expression', 'In $PROFILE'],
    ],
    handler: async () => (await import('../settings/completion.ts')).completion,
  }),
]
