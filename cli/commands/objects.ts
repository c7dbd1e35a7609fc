import { defineCommand, type Command } from '../command.ts'
import {
  dryRunOption,
  filesOption,
  idempotencyKeyOption,
  outputOption,
  projectOfFilesOption,
  projectOption,
  reasonOption,
  timeoutOption,
  waitOption,
} from '../settings/options.ts'

const configOption = {
  type: 'text',
  short: 'c',
  value: 'FILE',
  required: true,
  summary: 'The file that describes it, in any of the formats of `apply`.',
} as const

const forKind = {
  summary: 'Kind: a noun such as workload or workload-definition; see `qleetctl api-resources`.',
}

/** Commands that work on objects of any kind. */
export const objectCommands: readonly Command[] = [
  defineCommand({
    name: 'apply',
    summary: 'Bring objects to the state that files describe.',
    description:
      'Creates what is missing and changes what differs: all of it or, when anything is wrong, none.\n' +
      'Files hold canonical documents (apiVersion: qleet.io/v1), the original QleetOS or Threeport formats, or what ' +
      '`get -o yaml` prints.',
    group: 'Objects',
    connects: true,
    options: {
      file: { ...filesOption, required: true },
      wait: waitOption,
      timeout: timeoutOption,
      dryRun: dryRunOption,
      project: projectOfFilesOption,
      reason: reasonOption,
      idempotencyKey: idempotencyKeyOption,
      output: outputOption,
    },
    examples: [
      ['qleetctl apply -f shop.yaml --wait', 'Deploy and wait until it runs'],
      ['qleetctl apply -f deploy/ -f extra.yaml --dry-run', 'Check folders and files without a change'],
      ['cat shop.yaml | qleetctl apply -f -', 'From another program'],
      [
        'qleetctl apply -f shop.yaml --idempotency-key "$CI_JOB_ID"',
        'A job that may run again has one effect',
      ],
    ],
    handler: async () => (await import('../objects/apply.ts')).apply,
  }),
  defineCommand({
    name: 'get',
    summary: 'Show objects of a kind, or one of them.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: {
        summary: 'Kind, several with commas between them, `all`, or KIND/NAME.',
        takes: 'optional',
      },
      names: { summary: 'Names. Default: all.', takes: 'any number' },
    },
    options: {
      selector: {
        type: 'text',
        short: 'l',
        value: 'LABELS',
        summary: 'Only with these labels: key=value,key=value.',
      },
      project: projectOption,
      allProjects: { type: 'flag', short: 'A', summary: 'Of all projects.' },
      watch: { type: 'flag', short: 'w', summary: 'Go on and print every change.' },
      stuck: {
        type: 'flag',
        summary: 'What is stalled or has not become ready for ten minutes, of all kinds and projects.',
      },
      sortBy: { type: 'text', value: 'PATH', summary: 'Order by a field, such as name or status.phase.' },
      noHeaders: { type: 'flag', summary: 'Print a table without its first line.' },
      output: outputOption,
    },
    examples: [
      ['qleetctl get workloads', 'What runs'],
      ['qleetctl get workload shop -o yaml', 'Everything about one'],
      ['qleetctl get --stuck', 'What needs somebody to look at it, and why'],
      ["qleetctl get runtimes -o jsonpath='{.items[*].name}'", 'One field of each'],
    ],
    handler: async () => (await import('../objects/get.ts')).get,
  }),
  defineCommand({
    name: 'describe',
    summary: 'Show all that is known of an object: spec, conditions, cause, resources, events.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: forKind,
      names: { summary: 'Names. Default: all of the kind.', takes: 'any number' },
    },
    options: { project: projectOption, output: outputOption },
    examples: [['qleetctl describe workload shop', 'Why it is not ready, and what it has in the cluster']],
    handler: async () => (await import('../objects/describe.ts')).describe,
  }),
  defineCommand({
    name: 'create',
    summary: 'Create objects from a file, in the words of the original.',
    description:
      'Refuses names that exist; `apply` does not. A workload file makes definition, instance and dependency together.',
    group: 'Objects',
    connects: true,
    arguments: { kind: { summary: 'Noun, such as workload or workload-service-dependency; or qleetos.' } },
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
      ['qleetctl create qleetos --name test', 'Start a control plane; see `qleetctl create qleetos --help`'],
    ],
    handler: async () => (await import('../objects/create.ts')).create,
  }),
  defineCommand({
    name: 'update',
    summary: 'Change objects that exist, from a file. What the file leaves out stays.',
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
        'Another provider for the same service; the application is not restarted',
      ],
    ],
    handler: async () => (await import('../objects/update.ts')).update,
  }),
  defineCommand({
    name: 'delete',
    summary: 'Delete objects: all that are named, or none when one of them is still needed.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: { summary: 'Kind, followed by names; or KIND/NAME.', takes: 'optional' },
      names: { summary: 'Names.', takes: 'any number' },
    },
    options: {
      file: filesOption,
      config: { type: 'text', short: 'c', value: 'FILE', summary: 'Delete what this file describes; as -f.' },
      wait: { type: 'flag', summary: 'Wait until everything is gone from the clusters, showing progress.' },
      timeout: timeoutOption,
      ignoreNotFound: { type: 'flag', summary: 'Be content with what is not there.' },
      force: {
        type: 'flag',
        summary:
          'Go on where a cluster does not answer or lets nothing go; `abandoned` lists what stays there.',
      },
      dryRun: dryRunOption,
      project: projectOption,
      reason: reasonOption,
      output: { ...outputOption, summary: 'How to print: table, json, yaml or name.' },
    },
    examples: [
      ['qleetctl delete workload shop --wait', 'Delete and wait until it is gone from the cluster'],
      ['qleetctl delete -f shop.yaml', 'Delete all that a file describes'],
      ['qleetctl delete qleetos -n test', 'Stop a control plane and remove its data'],
    ],
    handler: async () => (await import('../objects/delete.ts')).remove,
  }),
  defineCommand({
    name: 'abandoned',
    summary: 'Show what forced deletions have left in clusters.',
    description:
      'It is deleted when its cluster answers again. Entries of clusters that never come back can be taken off the list.',
    group: 'Objects',
    connects: true,
    options: {
      forget: {
        type: 'texts',
        value: 'ID',
        summary: 'Take an entry off the list; the cluster is left alone.',
      },
      output: outputOption,
    },
    examples: [
      ['qleetctl abandoned', 'List them'],
      ['qleetctl abandoned --forget 12', 'Take one off the list'],
    ],
    handler: async () => (await import('../objects/abandoned.ts')).abandoned,
  }),
  defineCommand({
    name: 'orphans',
    summary: 'Show what is in clusters of objects that are not known any more, as after a restore.',
    description:
      'What was made after a backup goes on running after its restore, and nobody knows it. Apply its documents again: an object ' +
      'of the same kind, project and name takes back what is there, and nothing is started again. Nothing here is ever ' +
      'deleted by itself; docs/operations/backup.md tells how to.',
    group: 'Objects',
    connects: true,
    arguments: {
      runtimes: { summary: 'Names of runtimes. Default: all of all projects.', takes: 'any number' },
    },
    options: { project: projectOption, output: outputOption },
    examples: [['qleetctl orphans', 'What nobody owns, in all clusters']],
    handler: async () => (await import('../objects/orphans.ts')).orphans,
  }),
  defineCommand({
    name: 'confirm',
    summary: 'Show what an object would remove, and let it once you have confirmed.',
    description:
      'What holds data, and much at once, is not removed before somebody has looked at the list. Asks on a terminal; ' +
      'elsewhere it needs --token or --yes. A token confirms one list, once: when another one waits meanwhile, it is refused.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: { summary: 'Kind, followed by a name; or KIND/NAME.' },
      name: { summary: 'Name.', takes: 'optional' },
    },
    options: {
      token: { type: 'text', value: 'TOKEN', summary: 'Confirm the list with this token, and no other.' },
      yes: { type: 'flag', short: 'y', summary: 'Confirm whatever it waits with now, unasked.' },
      project: projectOption,
      reason: reasonOption,
      output: { ...outputOption, summary: 'How to print: table, json or yaml.' },
    },
    examples: [
      ['qleetctl confirm workload/shop', 'Look at what would go, and decide'],
      ['qleetctl confirm workload/shop --token 0a1b2c3d4e', 'The list that was looked at, from a script'],
    ],
    handler: async () => (await import('../objects/confirm.ts')).confirm,
  }),
  defineCommand({
    name: 'wait',
    summary: 'Wait until objects are ready, or gone.',
    description:
      'Returns at once when it is so already. Fails early, with the deepest cause, when it cannot come to pass without ' +
      'help, such as an image that cannot be pulled. Exit code 7 when time runs out.',
    group: 'Objects',
    connects: true,
    arguments: {
      objects: { summary: 'KIND/NAME, several of them, or a kind followed by names.', takes: 'one or more' },
    },
    options: {
      for: {
        type: 'text',
        value: 'STATE',
        choices: ['ready', 'deleted'],
        default: 'ready',
        summary: 'What to wait for: ready or deleted.',
      },
      timeout: { ...timeoutOption, default: '60s' },
      project: projectOption,
      output: { ...outputOption, summary: 'How to print the objects at the end: table, json, yaml or name.' },
    },
    examples: [['qleetctl wait workload/shop --for ready --timeout 60s', 'Until it runs']],
    handler: async () => (await import('../objects/wait.ts')).wait,
  }),
  defineCommand({
    name: 'events',
    summary: 'Show what happened to an object, or the change log of everything.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: { summary: 'Kind or KIND/NAME. Default: the change log of all objects.', takes: 'optional' },
      name: { summary: 'Name.', takes: 'optional' },
    },
    options: {
      watch: { type: 'flag', short: 'w', summary: 'Go on and print what happens.' },
      last: { type: 'number', value: 'COUNT', default: 50, summary: 'How many at most.' },
      project: projectOption,
      output: outputOption,
    },
    examples: [
      ['qleetctl events workload shop', 'What happened to one'],
      ['qleetctl events --watch', 'Who changes what, now'],
    ],
    handler: async () => (await import('../objects/events.ts')).events,
  }),
  defineCommand({
    name: 'reconcile',
    summary: 'Trigger the reconciler of an object now, whatever it waits for.',
    group: 'Objects',
    connects: true,
    arguments: { objects: { summary: 'KIND/NAME, or a kind followed by names.', takes: 'one or more' } },
    options: { project: projectOption, reason: reasonOption },
    examples: [['qleetctl reconcile workload/shop', 'Do not wait for the next try']],
    handler: async () => (await import('../objects/reconcile.ts')).reconcile,
  }),
]
