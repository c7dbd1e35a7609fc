import { defineCommand, type Command } from '../command.ts'
import { operations } from '../objects/operations.ts'
import { outputOption, projectOption, reasonOption, timeoutOption } from '../settings/options.ts'

/** Commands for the reconciliation of objects: triggering it, waiting for it, its events and what it left behind. */
export const reconciliationCommands: readonly Command[] = [
  defineCommand({
    name: 'abandoned',
    summary: 'List resources that forced deletions left in clusters.',
    description:
      'They are deleted once their cluster is reachable again. If it never will be, remove their entries with --forget.',
    group: 'Objects',
    connects: true,
    options: {
      forget: {
        type: 'strings',
        value: 'ID',
        summary: 'Remove an entry without deleting its resource. May be repeated.',
      },
      output: outputOption,
    },
    examples: [
      ['qleetctl abandoned', 'List abandoned resources'],
      ['qleetctl abandoned --forget 12', 'Remove an entry'],
    ],
    handler: async () => (await import('../objects/abandoned.ts')).abandoned,
  }),
  defineCommand({
    name: 'orphans',
    summary: 'List resources in clusters that belong to no object, as after a restore.',
    description:
      'Resources created after a backup keep running after it is restored, but their objects are gone. Apply the documents of the ' +
      'objects again: an object of the same kind, project and name re-adopts its resources without a restart. Orphans are never ' +
      'deleted automatically; docs/operations/backup.md describes how to delete them.',
    group: 'Objects',
    connects: true,
    arguments: {
      runtimes: { summary: 'Names of runtimes. Default: all runtimes of all projects.', takes: 'any number' },
    },
    options: { project: projectOption, output: outputOption },
    examples: [['qleetctl orphans', 'List orphans in all clusters']],
    handler: async () => (await import('../objects/orphans.ts')).orphans,
  }),
  defineCommand({
    name: 'confirm',
    summary: 'Review and confirm pending removals of resources.',
    description:
      'Removing resources that contain data, or many resources at once, requires confirmation. An object that has none to confirm ' +
      'stands for those that it owns. Prompts on a terminal; otherwise ' +
      'requires --token or --yes. A token is valid once, for the list that it was shown with; if the list has changed, it is ' +
      'refused.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: { summary: 'Kind, followed by a name; or KIND/NAME.' },
      name: { summary: 'Name.', takes: 'optional' },
    },
    options: {
      token: { type: 'string', value: 'TOKEN', summary: 'Confirm only the list with this token.' },
      yes: { type: 'flag', short: 'y', summary: 'Confirm the current list without a prompt.' },
      project: projectOption,
      reason: reasonOption,
      output: { ...outputOption, summary: 'Output format: table, json or yaml.' },
    },
    examples: [
      ['qleetctl confirm workload/shop', 'Review the list and decide'],
      ['qleetctl confirm workload/shop --token 0a1b2c3d4e', 'Confirm a reviewed list from a script'],
    ],
    handler: async () => (await import('../objects/confirm.ts')).confirm,
  }),
  defineCommand({
    name: 'why',
    summary: 'Explain why objects are not ready.',
    description:
      'Prints the root cause, its age, the next try and a remedy. It follows what each object waits for: dependencies, references, ' +
      'and the resources and pods in the cluster. Also explains what delays a deletion.',
    group: 'Objects',
    connects: true,
    arguments: { objects: { summary: 'KIND/NAME, or a kind followed by names.', takes: 'one or more' } },
    options: { project: projectOption, output: outputOption },
    examples: [['qleetctl why workload/shop', 'Find out what an application waits for']],
    handler: async () => (await import('../objects/why.ts')).why,
  }),
  defineCommand({
    name: 'wait',
    summary: 'Wait until objects are ready, created, deleted or in another state.',
    description:
      'Returns immediately if they already are. Waiting for readiness fails early, with the root cause, if an object is ' +
      'stalled, such as by an image that cannot be pulled. Exit code 7 on timeout.',
    group: 'Objects',
    connects: true,
    arguments: {
      objects: {
        summary: 'KIND/NAME, repeated, or a kind followed by names; a kind with -l or --all.',
        takes: 'one or more',
      },
    },
    options: {
      for: {
        type: 'string',
        value: 'STATE',
        default: 'ready',
        suggestions: ['ready', 'create', 'delete', 'condition=', 'jsonpath='],
        summary:
          'State to wait for: ready, create, delete, condition=TYPE[=STATUS] or jsonpath=PATH[=VALUE]. Default: ready.',
      },
      selector: {
        type: 'string',
        short: 'l',
        value: 'LABELS',
        summary: 'Wait for all objects with these labels.',
      },
      all: { type: 'flag', summary: 'Wait for all objects of the kind.' },
      timeout: { ...timeoutOption, default: '60s' },
      project: projectOption,
      output: { ...outputOption, summary: 'Output format of the objects: table, json, yaml or name.' },
    },
    examples: [
      ['qleetctl wait workload/shop --timeout 60s', 'Wait up to a minute until it is ready'],
      ['qleetctl wait workloads -l team=web --for=delete', 'Wait until all workloads of a team are deleted'],
      ["qleetctl wait workload/shop --for=jsonpath='{.status.phase}'=Ready", 'Wait for the value of a field'],
    ],
    handler: async () => (await import('../objects/wait.ts')).wait,
  }),
  defineCommand({
    name: 'events',
    summary: 'List events of an object, or the change log of all objects.',
    description:
      'Without a name, lists writes to objects: CREATE, UPDATE, DELETE_REQUEST and DELETE. Changes of the status (STATUS) and ' +
      'triggered reconciles (TRIGGER) are listed with --all or --operation.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: { summary: 'Kind, or KIND/NAME. Default: the change log of all kinds.', takes: 'optional' },
      name: { summary: 'Name.', takes: 'optional' },
    },
    options: {
      watch: { type: 'flag', short: 'w', summary: 'Watch for new entries.' },
      last: { type: 'number', value: 'COUNT', default: 50, summary: 'Maximum number of entries.' },
      since: {
        type: 'duration',
        value: 'DURATION',
        summary: 'Only entries newer than this, such as 10m or 2h.',
      },
      operation: {
        type: 'strings',
        value: 'OPERATION',
        summary: `Only these entries of the change log: ${operations.join(', ')}. May be repeated.`,
      },
      type: {
        type: 'string',
        value: 'TYPE',
        choices: ['Normal', 'Warning'],
        summary: 'Only events of this type: Normal or Warning.',
      },
      all: { type: 'flag', summary: 'List entries of all operations.' },
      project: projectOption,
      output: outputOption,
    },
    examples: [
      ['qleetctl events workload/shop --since 1h', 'List the recent events of a workload'],
      ['qleetctl events --watch', 'Watch who changes what'],
      ['qleetctl events workloads --operation DELETE_REQUEST', 'Find out who deleted workloads'],
    ],
    handler: async () => (await import('../objects/events.ts')).events,
  }),
  defineCommand({
    name: 'history',
    summary: 'List the changes of an object: when, by whom, why, and what.',
    description:
      'Reads the change log, whose retention is limited. With --generation, prints the document of one generation, which ' +
      '`qleetctl apply` reads. -o json and -o yaml contain the whole spec before and after each change.',
    group: 'Objects',
    connects: true,
    arguments: {
      kind: { summary: 'Kind, followed by a name; or KIND/NAME.' },
      name: { summary: 'Name.', takes: 'optional' },
    },
    options: {
      generation: { type: 'number', value: 'NUMBER', summary: 'Print the document of this generation.' },
      last: { type: 'number', value: 'COUNT', default: 50, summary: 'Maximum number of changes.' },
      project: projectOption,
      output: outputOption,
    },
    examples: [
      ['qleetctl history workload/shop', 'List what was changed, by whom and why'],
      ['qleetctl history wd/shop --generation 2 | qleetctl apply -f -', 'Return to an earlier generation'],
    ],
    handler: async () => (await import('../objects/history.ts')).history,
  }),
  defineCommand({
    name: 'reconcile',
    summary: 'Reconcile objects now, without waiting for the next retry.',
    group: 'Objects',
    connects: true,
    arguments: { objects: { summary: 'KIND/NAME, or a kind followed by names.', takes: 'one or more' } },
    options: { project: projectOption, reason: reasonOption },
    examples: [['qleetctl reconcile workload/shop', 'Reconcile a workload now']],
    handler: async () => (await import('../objects/reconcile.ts')).reconcile,
  }),
]
