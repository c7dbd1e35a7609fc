import { defineCommand, type Command, type Option } from '../command.ts'
import { outputOption, projectOption, reasonOption, timeoutOption } from '../settings/options.ts'

const podOptions = {
  container: {
    type: 'string',
    short: 'c',
    value: 'NAME',
    summary: 'Container. Default: the annotated default container of the pod, else its first.',
  },
  pod: { type: 'string', value: 'NAME', summary: 'Pod. Default: the first ready one.' },
} as const satisfies Record<string, Option>

const workloadArgument = {
  summary: 'Name of a workload, or KIND/NAME of any object with resources in a cluster.',
}

/** Commands for clusters and for the resources of objects in them. */
export const clusterCommands: readonly Command[] = [
  defineCommand({
    name: 'tree',
    summary: 'Show the resources of a workload as a tree, down to its pods, with their health.',
    group: 'Clusters',
    connects: true,
    arguments: { workload: workloadArgument },
    options: {
      watch: { type: 'flag', short: 'w', summary: 'Watch for changes.' },
      project: projectOption,
      output: { ...outputOption, summary: 'Output format: table, json or yaml.' },
    },
    examples: [
      ['qleetctl tree shop', 'Definition, instance, resources and pods of a workload'],
      ['qleetctl tree dependency/rates', 'Any other object, with the objects that it owns'],
      ['qleetctl tree shop --watch', 'Watch a rollout'],
    ],
    handler: async () => (await import('../clusters/tree.ts')).tree,
  }),
  defineCommand({
    name: 'logs',
    summary: 'Print the logs of all pods of a workload.',
    description:
      'Lines of all pods and containers are merged by time, each prefixed with its pod and container. With -f, logs are ' +
      'streamed until Ctrl-C, including those of pods created later. Reasons why a container cannot start are printed on stderr. ' +
      'If a logging instance stores the logs of the runtime, older lines and those of deleted pods come first: since the given ' +
      'time, or of the last hour.',
    group: 'Clusters',
    connects: true,
    arguments: { workload: workloadArgument },
    options: {
      follow: { type: 'flag', short: 'f', summary: 'Stream new lines as they are written.' },
      since: {
        type: 'duration',
        value: 'DURATION',
        summary: 'Only lines newer than this, such as 90s, 5m or 1h.',
      },
      tail: {
        type: 'number',
        value: 'COUNT',
        default: -1,
        min: -1,
        summary: 'Only the last COUNT lines of each container; -1 for all lines.',
      },
      container: {
        type: 'string',
        short: 'c',
        value: 'NAME',
        summary: 'Only this container of each pod. Default: all except init containers.',
      },
      previous: { type: 'flag', short: 'p', summary: 'Print the logs from before the last restart.' },
      timestamps: { type: 'flag', summary: 'Include the time of each line.' },
      noPrefix: { type: 'flag', summary: 'Omit the pod and container before each line.' },
      project: projectOption,
      output: { ...outputOption, summary: 'Output format: table, or json with one object per line.' },
    },
    examples: [
      ['qleetctl logs shop -f --since 10m', 'Stream logs, starting with the last ten minutes'],
      ['qleetctl logs shop --previous', 'Find out why a container crashed'],
    ],
    handler: async () => (await import('../clusters/logs.ts')).logs,
  }),
  defineCommand({
    name: 'exec',
    summary: 'Run a command in a container of a workload.',
    description:
      'Uses the first ready pod unless --pod is given. Connects from this machine to the API server of the cluster. Exits with ' +
      'the exit code of the command.',
    group: 'Clusters',
    connects: true,
    arguments: {
      workload: workloadArgument,
      command: { summary: 'Command and its arguments, after --.', takes: 'one or more' },
    },
    options: {
      ...podOptions,
      stdin: { type: 'flag', short: 'i', summary: 'Pass stdin to the container.' },
      tty: { type: 'flag', short: 't', summary: 'Allocate a terminal.' },
      project: projectOption,
    },
    examples: [
      ['qleetctl exec shop -it -- sh', 'Open a shell'],
      ['qleetctl exec shop -c app -- env', 'Run one command in container app'],
      ['qleetctl exec shop -i -- tar x -C /data < data.tar', 'Unpack a local archive'],
    ],
    handler: async () => (await import('../clusters/exec.ts')).exec,
  }),
  defineCommand({
    name: 'attach',
    summary: 'Attach to the process that a container of a workload runs.',
    description:
      'Prints the output of the process from now on, until it ends or Ctrl-C, and with -i passes stdin to it. Uses the first ' +
      'ready pod unless --pod is given. Connects from this machine to the API server of the cluster. For earlier output, use ' +
      'qleetctl logs.',
    group: 'Clusters',
    connects: true,
    arguments: { workload: workloadArgument },
    options: {
      ...podOptions,
      stdin: { type: 'flag', short: 'i', summary: 'Pass stdin to the process.' },
      tty: { type: 'flag', short: 't', summary: 'Use the terminal of the container, which must have one.' },
      project: projectOption,
    },
    examples: [
      ['qleetctl attach shop', 'Print the output of the first ready pod'],
      ['qleetctl attach shop -c console -it', 'Use the console of a container'],
    ],
    handler: async () => (await import('../clusters/exec.ts')).attach,
  }),
  defineCommand({
    name: 'cp',
    summary: 'Copy files and folders into or out of a container of a workload.',
    description:
      'Uses the first ready pod unless --pod is given, and the tar of the container. Connects from this machine to the API ' +
      'server of the cluster. An existing folder as the target receives the copy. Links are not copied out of a container.',
    group: 'Clusters',
    connects: true,
    arguments: {
      from: { summary: 'Local path, or WORKLOAD:PATH.' },
      to: { summary: 'WORKLOAD:PATH, or local path.' },
    },
    options: {
      ...podOptions,
      project: projectOption,
    },
    examples: [
      ['qleetctl cp report.csv shop:/tmp/', 'Copy a file into a container'],
      ['qleetctl cp shop:/var/log/app ./logs', 'Copy a folder out of a container'],
    ],
    handler: async () => (await import('../clusters/copy.ts')).copy,
  }),
  defineCommand({
    name: 'top',
    summary: 'Show the CPU and memory usage of the pods of workloads, or of the nodes of a runtime.',
    description:
      'Measured by the metrics API of the clusters, which metrics-server provides, or else by Prometheus of an observability ' +
      'stack. This machine needs no connection to the clusters. Workloads whose runtime measures nothing are named on stderr.',
    group: 'Clusters',
    connects: true,
    arguments: {
      workloads: {
        summary: 'Names of workloads, or KIND/NAME, also of runtimes. Default: all workloads of the project.',
        takes: 'any number',
      },
    },
    options: {
      containers: { type: 'flag', summary: 'Show each container.' },
      sortBy: {
        type: 'string',
        value: 'RESOURCE',
        choices: ['cpu', 'memory'],
        summary: 'Sort by cpu or memory, the highest usage first.',
      },
      supportServices: { type: 'flag', summary: 'Include what support services consist of.' },
      project: projectOption,
      output: outputOption,
    },
    examples: [
      ['qleetctl top shop', 'Show the usage of the pods of a workload'],
      ['qleetctl top --sort-by memory', 'Find the pods that use most memory'],
      ['qleetctl top runtime/paris', 'Show the usage of the nodes of a runtime'],
    ],
    handler: async () => (await import('../clusters/top.ts')).top,
  }),
  defineCommand({
    name: 'port-forward',
    summary: 'Forward local ports to a pod of a workload, until Ctrl-C.',
    description: 'Connects from this machine to the API server of the cluster.',
    group: 'Clusters',
    connects: true,
    arguments: {
      workload: workloadArgument,
      ports: {
        summary: 'LOCAL:REMOTE, REMOTE for the same port on both sides, or :REMOTE for a free local port.',
        takes: 'one or more',
      },
    },
    options: {
      pod: { type: 'string', value: 'NAME', summary: 'Pod. Default: the first ready one.' },
      address: {
        type: 'string',
        value: 'ADDRESS',
        default: '127.0.0.1',
        summary: 'Local address to listen on.',
      },
      project: projectOption,
    },
    examples: [
      ['qleetctl port-forward shop 8080:80', 'Serve port 80 of the workload at http://127.0.0.1:8080'],
    ],
    handler: async () => (await import('../clusters/port-forward.ts')).portForward,
  }),
  defineCommand({
    name: 'cluster-info',
    summary: 'Show the addresses of the control plane and the clusters that it manages.',
    group: 'Clusters',
    connects: true,
    options: {
      project: { ...projectOption, summary: 'Project of the runtimes. Default: all projects.' },
      output: { ...outputOption, summary: 'Output format: table, wide, json, yaml or jsonpath=TEMPLATE.' },
    },
    examples: [['qleetctl cluster-info', 'List the clusters with their status and API servers']],
    handler: async () => (await import('../clusters/cluster-info.ts')).clusterInfo,
  }),
  defineCommand({
    name: 'runtime',
    summary: 'Import existing clusters. `qleetctl get runtimes` lists all runtimes.',
    group: 'Clusters',
  }),
  defineCommand({
    name: 'runtime import',
    summary: 'Import an existing cluster as a runtime, and check the connection.',
    description:
      'Reads one context of a kubeconfig, with the files that it refers to, and creates a KubernetesRuntimeDefinition and ' +
      'a KubernetesRuntimeInstance of this name. Then waits until a worker has connected to the cluster, and prints its version ' +
      'and permissions. Import again under the same name to replace the credentials. The cluster itself is never created or ' +
      'deleted.',
    group: 'Clusters',
    connects: true,
    arguments: { name: { summary: 'Name of the runtime.' } },
    options: {
      kubeconfig: {
        type: 'string',
        value: 'FILE',
        summary: 'Kubeconfig. Default: the one that kubectl uses. [env: KUBECONFIG]',
      },
      context: {
        type: 'string',
        value: 'NAME',
        summary: 'Context of the kubeconfig. Default: its current context.',
      },
      execPlugin: {
        type: 'flag',
        summary: 'Keep the exec plugin for credentials. Workers must be allowed to run it.',
      },
      default: { type: 'flag', summary: 'Make it the default runtime, for workloads that name none.' },
      location: {
        type: 'string',
        value: 'LOCATION',
        summary: 'Location of the cluster, such as Local or Europe:Frankfurt.',
      },
      timeout: { ...timeoutOption, default: '60s' },
      project: projectOption,
      reason: reasonOption,
      output: { ...outputOption, summary: 'Output format: table, json, yaml or name.' },
    },
    examples: [
      [
        'qleetctl runtime import prod --kubeconfig ~/.kube/config --context prod',
        'Import a cluster by its kubectl context',
      ],
      [
        'qleetctl runtime import prod --default',
        'Import the current context of kubectl as the default runtime',
      ],
    ],
    handler: async () => (await import('../clusters/import.ts')).importRuntime,
  }),
]
