import { defineCommand, type Command } from '../command.ts'
import { outputOption, projectOption, reasonOption, timeoutOption } from '../settings/options.ts'

/** Commands about the clusters that workloads run in. */
export const runtimeCommands: readonly Command[] = [
  defineCommand({
    name: 'runtime',
    summary: 'Take in clusters that exist already; `get runtimes` shows all.',
    group: 'Objects',
  }),
  defineCommand({
    name: 'runtime import',
    summary: 'Make a runtime of a cluster that exists, and check it.',
    description:
      'Takes one context out of a kubeconfig, with the files that it names, and creates a KubernetesRuntimeDefinition and ' +
      'a KubernetesRuntimeInstance of this name. Then it waits until a worker has reached the cluster, and tells what it ' +
      'found. Import again under the same name to give it new credentials. The cluster itself is never created or deleted.',
    group: 'Objects',
    connects: true,
    arguments: { name: { summary: 'Name of the runtime.' } },
    options: {
      kubeconfig: {
        type: 'text',
        value: 'FILE',
        summary: 'The kubeconfig. Default: the one that kubectl uses. [env: KUBECONFIG]',
      },
      context: {
        type: 'text',
        value: 'NAME',
        summary: 'Context of the kubeconfig. Default: its current one.',
      },
      default: { type: 'flag', summary: 'Workloads that name no runtime go here.' },
      location: {
        type: 'text',
        value: 'PLACE',
        summary: 'Where it stands, such as Local or Europe:Frankfurt.',
      },
      timeout: { ...timeoutOption, default: '60s' },
      project: projectOption,
      reason: reasonOption,
      output: { ...outputOption, summary: 'How to print: table, json, yaml or name.' },
    },
    examples: [
      [
        'qleetctl runtime import prod --kubeconfig ~/.kube/config --context prod',
        'A cluster that kubectl knows',
      ],
      ['qleetctl runtime import prod --default', 'That of the current context, for everything from now on'],
    ],
    handler: async () => (await import('../runtimes/import.ts')).importRuntime,
  }),
]
