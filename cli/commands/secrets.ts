import { defineCommand, type Command } from '../command.ts'
import {
  dryRunOption,
  outputOption,
  projectOption,
  reasonOption,
  timeoutOption,
  waitOption,
} from '../settings/options.ts'

/** Commands that work on Secrets. */
export const secretCommands: readonly Command[] = [
  defineCommand({
    name: 'create secret',
    summary: 'Create a Secret from literals and files.',
    description:
      'Creates a SecretDefinition, and a SecretInstance that delivers it with --workload or --namespace.\n' +
      'Literals are visible in the history of the shell and to other users of the machine; files and stdin are not.',
    group: 'Objects',
    connects: true,
    arguments: { name: { summary: 'Name of the Secret. Omitted with --config.', takes: 'optional' } },
    options: {
      fromLiteral: { type: 'strings', value: 'KEY=VALUE', summary: 'Key and value. May be repeated.' },
      fromFile: {
        type: 'strings',
        value: '[KEY=]PATH',
        summary:
          'File with a value, whose name is the key by default; a folder of such files; or KEY=- for stdin. May be repeated.',
      },
      fromEnvFile: {
        type: 'strings',
        value: 'PATH',
        summary: 'File with a line KEY=VALUE for each value, or - for stdin. May be repeated.',
      },
      config: {
        type: 'string',
        short: 'c',
        value: 'FILE',
        summary: 'File that describes it instead, in any format that `qleetctl apply` accepts.',
      },
      workload: {
        type: 'string',
        value: 'NAME',
        summary: 'Workload that uses the Secret, which is created in its namespace.',
      },
      namespace: { type: 'string', value: 'NAME', summary: 'Namespace to create the Secret in.' },
      runtime: {
        type: 'string',
        value: 'NAME',
        summary: 'Runtime of the namespace. Default: the default runtime.',
      },
      type: { type: 'string', value: 'TYPE', summary: 'Type of the Secret. Default: Opaque.' },
      secretName: {
        type: 'string',
        value: 'NAME',
        summary: 'Name of the Secret in the cluster. Default: NAME in lower case.',
      },
      update: {
        type: 'flag',
        summary: 'Update it if it exists: to rotate values. Keys that are not given are removed.',
      },
      wait: waitOption,
      timeout: timeoutOption,
      dryRun: dryRunOption,
      project: projectOption,
      reason: reasonOption,
      output: outputOption,
    },
    examples: [
      [
        'qleetctl create secret shop-db --from-literal user=shop --from-file password=pw.txt --workload shop',
        'Create a Secret in the namespace of a workload',
      ],
      ['pass show shop | qleetctl create secret shop-db --from-file password=-', 'Read a value from stdin'],
      ['qleetctl create secret shop-db --from-env-file .env --update', 'Rotate all values'],
    ],
    handler: async () => (await import('../objects/create-secret.ts')).createSecret,
  }),
]
