import { defineCommand, type Command } from '../command.ts'
import {
  allProjectsOption,
  dryRunOption,
  filesOption,
  idempotencyKeyOption,
  outputOption,
  projectOfFilesOption,
  projectOption,
  reasonOption,
  sourceOptions,
  timeoutOption,
  waitOption,
} from '../settings/options.ts'

const configOption = {
  type: 'string',
  short: 'c',
  value: 'FILE',
  required: true,
  summary: 'File that describes it, in any format that `qleetctl apply` accepts.',
} as const

const forKind = {
  summary: 'Kind, such as workload or workload-definition. See `qleetctl api-resources`.',
}

/** Commands that work on objects of any kind. */
export const objectCommands: readonly Command[] = [
  defineCommand({
    name: 'apply',
    summary: 'Create or update objects from files.',
    description:
      'Creates missing objects and updates those that differ. If any document is invalid, nothing is changed.\n' +
      'Files contain canonical documents (apiVersion: qleet.io/v1), the legacy QleetOS or Threeport formats, or the output of ' +
      '`qleetctl get -o yaml`.',
    group: 'Objects',
    connects: true,
    options: {
      file: filesOption,
      ...sourceOptions,
      plan: {
        type: 'string',
        value: 'ID',
        summary:
          'Execute this plan, of `qleetctl plan`, `delete --plan` or --dry-run=plan of any command: exactly what it says, or nothing ' +
          'if that has changed.',
      },
      prune: {
        type: 'flag',
        summary:
          'Also delete objects that the files do not contain: those of the same kinds and projects that -l or --all selects. ' +
          'Lists them and prompts.',
      },
      selector: {
        type: 'string',
        short: 'l',
        value: 'LABELS',
        summary: 'Labels of what --prune may delete.',
      },
      all: { type: 'flag', summary: 'Let --prune delete objects with any labels.' },
      pruneKind: {
        type: 'strings',
        value: 'KIND',
        summary: 'Kind that --prune may delete, instead of the kinds in the files. May be repeated.',
      },
      yes: { type: 'flag', short: 'y', summary: 'Let --prune delete without a prompt.' },
      wait: waitOption,
      timeout: timeoutOption,
      dryRun: dryRunOption,
      project: projectOfFilesOption,
      reason: reasonOption,
      idempotencyKey: idempotencyKeyOption,
      output: outputOption,
    },
    examples: [
      ['qleetctl apply -f shop.yaml --wait', 'Deploy and wait until it is ready'],
      ['qleetctl apply -f deploy/ -R --dry-run', 'Show what a folder and those within it would change'],
      ['qleetctl apply --plan k7m2q9x4ab --wait', 'Do exactly what a plan says'],
      ['cat shop.yaml | qleetctl apply -f -', 'Read from stdin'],
      ['qleetctl apply -k overlays/production', 'Apply a kustomization'],
      [
        'qleetctl apply -f deploy/ --prune -l team=web',
        'Also delete objects of the team that are in no file',
      ],
      ['qleetctl apply -f shop.yaml --idempotency-key "$CI_JOB_ID"', 'Make a retried CI job safe'],
    ],
    handler: async () => (await import('../objects/apply.ts')).apply,
  }),
  defineCommand({
    name: 'get',
    summary: 'List objects of a kind, or show one of them.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: {
        summary: 'Kind, several kinds separated by commas, `all`, or KIND/NAME.',
        takes: 'optional',
      },
      names: { summary: 'Names. Default: all.', takes: 'any number' },
    },
    options: {
      file: { ...filesOption, summary: 'The objects of a file, folder or - for stdin. May be repeated.' },
      selector: {
        type: 'string',
        short: 'l',
        value: 'LABELS',
        summary: 'Label selector: key=value, key!=value, key in (a,b), key notin (a,b), key, !key.',
      },
      fieldSelector: {
        type: 'string',
        value: 'FIELDS',
        summary: 'Field selector, such as status.phase!=Ready or spec.runtime=prod.',
      },
      search: {
        type: 'string',
        value: 'TEXT',
        summary: 'Only objects whose name, labels or spec contain words that start with these words.',
      },
      project: projectOption,
      allProjects: allProjectsOption,
      watch: { type: 'flag', short: 'w', summary: 'Watch for changes.' },
      stuck: {
        type: 'flag',
        summary: 'Only objects that are stalled or not ready for ten minutes, of all kinds and projects.',
      },
      sortBy: {
        type: 'string',
        value: 'PATH',
        summary: 'Sort by a field, such as metadata.creationTimestamp or status.phase.',
      },
      supportServices: { type: 'flag', summary: 'Include what support services consist of.' },
      showLabels: { type: 'flag', summary: 'Add a column with all labels to tables.' },
      labelColumns: {
        type: 'strings',
        short: 'L',
        value: 'KEYS',
        summary: 'Add a column for each of these labels to tables. May be repeated.',
      },
      limit: { type: 'number', value: 'COUNT', summary: 'Maximum number of objects. Default: all.' },
      chunkSize: { type: 'number', value: 'COUNT', summary: 'Objects per request. Default: 500.' },
      noHeaders: { type: 'flag', summary: 'Omit the headers of tables.' },
      output: outputOption,
    },
    examples: [
      ['qleetctl get workloads', 'List all workloads'],
      ['qleetctl get workload shop -o yaml', 'Print one workload as YAML'],
      ['qleetctl get --stuck', 'List objects that need attention, with the cause'],
      ["qleetctl get all -A --search 'nginx 1.27'", 'Search all objects for words'],
      ["qleetctl get runtimes -o jsonpath='{.items[*].metadata.name}'", 'Print one field of each runtime'],
      ["qleetctl get workloads -l 'tier in (web,api)' --show-labels", 'Select by labels, and show them'],
      [
        'qleetctl get workloads -o custom-columns=NAME:.metadata.name,RUNTIME:.spec.runtime',
        'Print a table of chosen fields',
      ],
    ],
    handler: async () => (await import('../objects/get.ts')).get,
  }),
  defineCommand({
    name: 'describe',
    summary: 'Show details of an object: spec, conditions, cause, resources and events.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: forKind,
      names: { summary: 'Names. Default: all of the kind.', takes: 'any number' },
    },
    options: { project: projectOption, output: outputOption },
    examples: [
      ['qleetctl describe workload shop', 'Find out why a workload is not ready and which resources it has'],
    ],
    handler: async () => (await import('../objects/describe.ts')).describe,
  }),
  defineCommand({
    name: 'create',
    summary: 'Create objects from a file.',
    description:
      'Fails if an object exists; use `qleetctl apply` to create or update. The file of a workload contains its definition, ' +
      'instance and dependencies.',
    group: 'Objects',
    connects: true,
    arguments: { kind: { summary: 'Kind, such as workload or workload-service-dependency, or qleetos.' } },
    options: {
      config: configOption,
      wait: waitOption,
      timeout: timeoutOption,
      dryRun: dryRunOption,
      project: projectOfFilesOption,
      reason: reasonOption,
      output: outputOption,
    },
    examples: [
      ['qleetctl create workload --config go-web3-workload.yaml', 'Deploy an application'],
      ['qleetctl create qleetos --name test', 'Start a control plane. See `qleetctl create qleetos --help`'],
    ],
    handler: async () => (await import('../objects/create.ts')).create,
  }),
  defineCommand({
    name: 'update',
    summary: 'Update existing objects from a file. Fields that the file omits are not changed.',
    group: 'Objects',
    connects: true,
    arguments: { kind: forKind },
    options: {
      config: configOption,
      wait: waitOption,
      timeout: timeoutOption,
      dryRun: dryRunOption,
      project: projectOfFilesOption,
      reason: reasonOption,
      output: outputOption,
    },
    examples: [
      [
        'qleetctl update workload-service-dependency --config go-web3-service-dependency-pokt.yaml',
        'Change the provider of a service without restarting the application',
      ],
    ],
    handler: async () => (await import('../objects/update.ts')).update,
  }),
  defineCommand({
    name: 'delete',
    summary: 'Delete objects. Deletes none if one of them is still in use.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: { summary: 'Kind, followed by names; or KIND/NAME.', takes: 'optional' },
      names: { summary: 'Names.', takes: 'any number' },
    },
    options: {
      file: filesOption,
      config: { type: 'string', short: 'c', value: 'FILE', summary: 'Same as -f.' },
      ...sourceOptions,
      selector: {
        type: 'string',
        short: 'l',
        value: 'LABELS',
        summary: 'Label selector of the objects to delete: key=value,key=value.',
      },
      all: {
        type: 'flag',
        summary: 'Delete all objects of the kind in the project. Lists them and prompts.',
      },
      yes: { type: 'flag', short: 'y', summary: 'Confirm --all without a prompt.' },
      cascade: {
        type: 'string',
        value: '=MODE',
        choices: ['background', 'foreground', 'orphan'],
        implied: 'background',
        default: 'background',
        summary:
          'As in kubectl. An object always exists until its resources are deleted; to wait for that, use --wait. Orphan is refused.',
      },
      wait: {
        type: 'flag',
        summary: 'Wait until their resources are gone from the clusters, showing progress.',
      },
      timeout: timeoutOption,
      ignoreNotFound: { type: 'flag', summary: 'Succeed if an object does not exist.' },
      force: {
        type: 'flag',
        summary:
          'Abandon resources that cannot be deleted, such as those of an unreachable cluster. See `qleetctl abandoned`.',
      },
      plan: {
        type: 'flag',
        summary: 'Show what would be deleted, in which order, what would stay, and which data would be lost.',
      },
      dryRun: dryRunOption,
      project: projectOption,
      reason: reasonOption,
      output: { ...outputOption, summary: 'Output format: table, json, yaml or name.' },
    },
    examples: [
      ['qleetctl delete workload shop --plan', 'Show what goes with it'],
      ['qleetctl delete workload shop --wait', 'Delete and wait until it is gone from the cluster'],
      ['qleetctl delete -f shop.yaml', 'Delete the objects that a file describes'],
      ['qleetctl delete qleetos -n test', 'Stop a control plane and delete its data'],
    ],
    handler: async () => (await import('../objects/delete.ts')).remove,
  }),
  defineCommand({
    name: 'request',
    summary: 'Send a request to a path of the server, such as one of a module.',
    description:
      'Sends the token of the selected control plane and prints the response. The paths of modules and of REST are listed at ' +
      '/v0/module-api-routes and /rest.',
    group: 'Objects',
    connects: true,
    arguments: { path: { summary: 'Path with its query, such as /example-com/v0/shops?name=books.' } },
    options: {
      method: {
        type: 'string',
        short: 'X',
        value: 'METHOD',
        choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        summary: 'Method: GET, POST, PUT, PATCH or DELETE. Default: POST with a body, otherwise GET.',
      },
      data: { type: 'string', short: 'd', value: 'BODY', summary: 'The body, as JSON or YAML.' },
      file: {
        type: 'string',
        short: 'f',
        value: 'FILE',
        summary: 'File with the body, or - for stdin.',
      },
      output: {
        type: 'string',
        short: 'o',
        value: 'FORMAT',
        summary: 'Output format: json, yaml or jsonpath=TEMPLATE. Default: the body, indented if it is JSON.',
      },
    },
    examples: [
      ['qleetctl request /v0/module-api-routes -o yaml', 'List the paths of modules'],
      [`qleetctl request /example-com/v0/shops -d '{"Name":"books"}'`, 'Create an object of a module'],
      ['qleetctl request -X DELETE /example-com/v0/shops/1', 'Delete it'],
    ],
    handler: async () => (await import('../objects/request.ts')).request,
  }),
]
