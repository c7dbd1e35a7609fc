import { defineCommand, type Command } from '../command.ts'
import { outputOption, projectOption, reasonOption, timeoutOption } from '../settings/options.ts'

const workloadArgument = {
  summary: 'A workload by its name; or KIND/NAME, for other objects that have something in a cluster.',
}

/** Commands about clusters, and about what objects have there. */
export const clusterCommands: readonly Command[] = [
  defineCommand({
    name: 'tree',
    summary: 'Show what a workload owns and has in its cluster, down to the pods, and how each is doing.',
    group: 'Clusters',
    connects: true,
    arguments: { workload: workloadArgument },
    options: {
      watch: { type: 'flag', short: 'w', summary: 'Go on, and show every change.' },
      project: projectOption,
      output: { ...outputOption, summary: 'How to print: table, json or yaml.' },
    },
    examples: [
      ['qleetctl tree shop', 'Definition, instance, resources, pods'],
      ['qleetctl tree dependency/rates', 'Any object, with the objects that it owns'],
      ['qleetctl tree shop --watch', 'See it roll'],
    ],
    handler: async () => (await import('../clusters/tree.ts')).tree,
  }),
  defineCommand({
    name: 'logs',
    summary: 'Print what the containers of a workload write, of all its pods.',
    description:
      'Lines of all pods and containers come in the order of time, each with pod and container before it. With -f it goes on, ' +
      'also with pods that come while it runs, until Ctrl-C. What keeps a container from starting is told on stderr.',
    group: 'Clusters',
    connects: true,
    arguments: { workload: workloadArgument },
    options: {
      follow: { type: 'flag', short: 'f', summary: 'Go on with what is written from now on.' },
      since: { type: 'duration', value: 'DURATION', summary: 'Only lines of the last 90s, 5m or 1h.' },
      tail: { type: 'number', value: 'COUNT', summary: 'Only so many of the last lines of each container.' },
      container: {
        type: 'text',
        short: 'c',
        value: 'NAME',
        summary: 'Only this container of each pod. Default: all but init containers.',
      },
      previous: { type: 'flag', short: 'p', summary: 'Of the run before the last restart.' },
      timestamps: { type: 'flag', summary: 'Print the time before each line.' },
      noPrefix: { type: 'flag', summary: 'Print the lines alone, without pod and container.' },
      project: projectOption,
      output: { ...outputOption, summary: 'How to print: table, or json with one line each.' },
    },
    examples: [
      ['qleetctl logs shop -f --since 10m', 'The last ten minutes, and what comes'],
      ['qleetctl logs shop --previous', 'Why it crashed'],
    ],
    handler: async () => (await import('../clusters/logs.ts')).logs,
  }),
  defineCommand({
    name: 'exec',
    summary: 'Run a command in a container of a workload.',
    description:
      'In the first pod that is ready, or the one that is named. Connects from this machine to the API server of the cluster. ' +
      'The exit code is that of the command.',
    group: 'Clusters',
    connects: true,
    arguments: {
      workload: workloadArgument,
      command: { summary: 'The command, after --.', takes: 'one or more' },
    },
    options: {
      container: {
        type: 'text',
        short: 'c',
        value: 'NAME',
        summary: 'Container. Default: the one that the pod is annotated with, or its first.',
      },
      pod: { type: 'text', value: 'NAME', summary: 'Pod. Default: the first that is ready.' },
      stdin: { type: 'flag', short: 'i', summary: 'Send it what is typed or piped in.' },
      tty: { type: 'flag', short: 't', summary: 'Give it a terminal.' },
      project: projectOption,
    },
    examples: [
      ['qleetctl exec shop -it -- sh', 'A shell'],
      ['qleetctl exec shop -c app -- env', 'One command'],
      ['qleetctl exec shop -i -- tar x -C /data < data.tar', 'Bytes pass as they are, in and out'],
    ],
    handler: async () => (await import('../clusters/exec.ts')).exec,
  }),
  defineCommand({
    name: 'port-forward',
    summary: 'Lead a port of this machine to a pod of a workload, until Ctrl-C.',
    description: 'Connects from this machine to the API server of the cluster.',
    group: 'Clusters',
    connects: true,
    arguments: {
      workload: workloadArgument,
      ports: {
        summary: 'LOCAL:REMOTE; REMOTE alone for the same on both sides; :REMOTE for any that is free.',
        takes: 'one or more',
      },
    },
    options: {
      pod: { type: 'text', value: 'NAME', summary: 'Pod. Default: the first that is ready.' },
      address: {
        type: 'text',
        value: 'ADDRESS',
        default: '127.0.0.1',
        summary: 'Address of this machine to listen on.',
      },
      project: projectOption,
    },
    examples: [['qleetctl port-forward shop 8080:80', 'Then: curl http://127.0.0.1:8080']],
    handler: async () => (await import('../clusters/port-forward.ts')).portForward,
  }),
  defineCommand({
    name: 'runtime',
    summary: 'Take in clusters that exist already; `get runtimes` shows all.',
    group: 'Clusters',
  }),
  defineCommand({
    name: 'runtime import',
    summary: 'Make a runtime of a cluster that exists, and check it.',
    description:
      'Takes one context out of a kubeconfig, with the files that it names, and creates a KubernetesRuntimeDefinition and ' +
      'a KubernetesRuntimeInstance of this name. Then it waits until a worker has reached the cluster, and tells what it ' +
      'found. Import again under the same name to give it new credentials. The cluster itself is never created or deleted.',
    group: 'Clusters',
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
      execPlugin: {
        type: 'flag',
        summary: 'Keep the program that gives the credentials; workers must be allowed to run it.',
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
    handler: async () => (await import('../clusters/import.ts')).importRuntime,
  }),
]
