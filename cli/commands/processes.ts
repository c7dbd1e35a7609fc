import { serverSettings } from '../../process/settings/server.ts'
import { helpOf, type Setting } from '../../process/settings/setting.ts'
import { workerSettings } from '../../process/settings/worker.ts'
import type { Command, Option } from '../command.ts'
import type { Component } from '../control-plane/run-component.ts'

const server: Component = { name: 'server', script: 'server/main.ts', settings: serverSettings }
const worker: Component = { name: 'worker', script: 'workers/main.ts', settings: workerSettings }

/** The simulator shares no code with other folders; test/cli/processes.test.ts checks these settings against its own. */
const simulator: Component = {
  name: 'simulator',
  script: 'simulator/main.ts',
  settings: {
    QLEET_SIMULATOR_DATA: {
      type: 'string',
      summary: 'Data directory of its clusters.',
      isRequired: true,
      option: ['data', 'DIR'],
    },
    QLEET_SIMULATOR_PORT: {
      type: 'integer',
      summary: 'Port to listen on.',
      default: '0',
      shownDefault: '0, a free port',
      option: ['port', 'PORT'],
    },
    QLEET_SIMULATOR_TOKEN: {
      type: 'string',
      summary: 'Token that workers must present.',
      isRequired: true,
      isSecret: true,
    },
    QLEET_ENVTEST_ASSETS: {
      type: 'string',
      summary: 'Folder of etcd and kube-apiserver, for runtimes with the provider envtest.',
      shownDefault: 'KUBEBUILDER_ASSETS',
      option: ['assets', 'DIR'],
    },
  },
}

/** Commands that run one component each, for a control plane with several servers and workers that connect by URL. */
export const processCommands: readonly Command[] = [
  componentCommand(server, {
    summary: 'Run a server (API, relay and resync) in the foreground.',
    example: 'qleetctl server --database postgres://qleet@db/qleet --nats nats://nats:4222',
  }),
  componentCommand(worker, {
    summary: 'Run a worker, which reconciles objects, in the foreground.',
    example: 'qleetctl worker --server http://qleet:1323 --nats nats://nats:4222',
  }),
  componentCommand(simulator, {
    summary: 'Run a simulator of Kubernetes clusters in the foreground.',
    example: 'qleetctl simulator --data clusters --port 7443',
  }),
]

function componentCommand(
  component: Component,
  { summary, example }: { summary: string; example: string },
): Command {
  return {
    name: component.name,
    summary,
    description:
      'Runs one component of a scaled-out control plane; `qleetctl up` runs all of them on this machine. Logs JSON lines to ' +
      'stderr.',
    group: 'Control plane',
    options: Object.fromEntries(Object.entries(component.settings).flatMap(optionOf)),
    environment: Object.entries(component.settings)
      .filter(([, { option }]) => option === undefined)
      .map(([variable, setting]) => [variable, helpOf(setting)]),
    examples: [[example, 'Run with the required secrets in the environment']],
    handler: async () => (await import('../control-plane/run-component.ts')).componentRunner(component),
  }
}

function optionOf([variable, setting]: [string, Setting]): [string, Option][] {
  if (setting.option === undefined) return []
  const [name, value] = setting.option
  return [[name, { type: 'string', value, summary: `${helpOf(setting)} [env: ${variable}]` }]]
}
