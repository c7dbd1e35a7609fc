import { serverSettings } from '../../process/settings/server.ts'
import { helpOf, type Setting } from '../../process/settings/setting.ts'
import { workerSettings } from '../../process/settings/worker.ts'
import type { Command, Option } from '../command.ts'
import type { Part } from '../control-plane/run-part.ts'

const server: Part = { name: 'server', script: 'server/main.ts', settings: serverSettings }
const worker: Part = { name: 'worker', script: 'workers/main.ts', settings: workerSettings }

/** Settings of the simulator, which shares no code with the rest; test/cli/processes.test.ts compares them with those it reads. */
const simulator: Part = {
  name: 'simulator',
  script: 'simulator/main.ts',
  settings: {
    QLEET_SIMULATOR_DATA: {
      type: 'string',
      summary: 'Folder for the clusters.',
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
      summary: 'Token that workers have to present.',
      isRequired: true,
      isSecret: true,
    },
  },
}

/** Parts of a control plane, each alone: scaled out there are any number of servers and workers, found by URL. */
export const processCommands: readonly Command[] = [
  partCommand(server, {
    summary: 'Run a server alone, in the foreground: API, relay and resync.',
    example: 'qleetctl server --database postgres://qleet@db/qleet --nats nats://nats:4222',
  }),
  partCommand(worker, {
    summary: 'Run a worker alone, in the foreground: it reconciles.',
    example: 'qleetctl worker --server http://qleet:1323 --nats nats://nats:4222',
  }),
  partCommand(simulator, {
    summary: 'Run a simulator of Kubernetes clusters alone, in the foreground.',
    example: 'qleetctl simulator --data clusters --port 7443',
  }),
]

function partCommand(part: Part, { summary, example }: { summary: string; example: string }): Command {
  return {
    name: part.name,
    summary,
    description:
      'One part of a control plane that is scaled out; `qleetctl up` runs all of them on this machine. It logs to ' +
      'stderr, a line of JSON for each fact.',
    group: 'Control plane',
    options: Object.fromEntries(Object.entries(part.settings).flatMap(optionOf)),
    environment: Object.entries(part.settings)
      .filter(([, { option }]) => option === undefined)
      .map(([variable, setting]) => [variable, helpOf(setting)]),
    examples: [[example, 'With what is required in the environment']],
    handler: async () => (await import('../control-plane/run-part.ts')).partRunner(part),
  }
}

function optionOf([variable, setting]: [string, Setting]): [string, Option][] {
  if (setting.option === undefined) return []
  const [name, value] = setting.option
  return [[name, { type: 'text', value, summary: `${helpOf(setting)} [env: ${variable}]` }]]
}
