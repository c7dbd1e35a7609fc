import { defineCommand, type Command } from '../command.ts'
import {
  dryRunOption,
  outputOption,
  projectOption,
  reasonOption,
  timeoutOption,
  waitOption,
} from '../settings/options.ts'

const workloads = {
  objects: { summary: 'KIND/NAME, or a kind followed by names.', takes: 'one or more' },
} as const

const changeOptions = {
  dryRun: dryRunOption,
  project: projectOption,
  reason: reasonOption,
  output: outputOption,
} as const

const selectedOptions = {
  selector: {
    type: 'string',
    short: 'l',
    value: 'LABELS',
    summary: 'Select all objects of the kind that have these labels.',
  },
  ...changeOptions,
} as const

const deliveredApplication = {
  application: {
    summary: 'Name of the application, or KIND/NAME of a definition or a profile.',
    takes: 'required',
  },
} as const

const environment = { type: 'string', value: 'NAME' } as const

const environmentOption = {
  environment: {
    ...environment,
    summary: 'Environment of the rollout, if the object is an application.',
  },
} as const

const decidedEnvironment = {
  environment: { ...environment, summary: 'Environment of the rollout of an application.' },
} as const

const requiredReason = {
  type: 'string',
  value: 'TEXT',
  required: true,
  summary: 'Reason, shown to those who wait.',
} as const

const ownerOption = { type: 'string', value: 'TEXT', summary: 'Who to ask about it.' } as const

/** Commands that operate running workloads. */
export const rolloutCommands: readonly Command[] = [
  defineCommand({
    name: 'scale',
    summary: 'Set the number of replicas of a resource in a workload.',
    description:
      'The number applies to this instance and takes precedence over the definition. An autoscaler of the resource takes ' +
      'precedence over both.',
    group: 'Objects',
    connects: true,
    arguments: workloads,
    options: {
      replicas: { type: 'number', value: 'COUNT', summary: 'Number of replicas.' },
      resource: {
        type: 'string',
        value: 'KIND/NAME',
        summary: 'Resource in the definition. Default: the only one that has replicas.',
      },
      reset: { type: 'flag', summary: 'Return to the replicas of the definition.' },
      ...changeOptions,
    },
    examples: [['qleetctl scale workload/shop --replicas 3', 'Run three replicas']],
    handler: async () => (await import('../editing/scale.ts')).scale,
  }),
  defineCommand({
    name: 'roll-profile',
    summary: 'Show who uses which version of a profile, or move objects to the current one.',
    description:
      'A changed profile changes nothing by itself: each object keeps the version that it was created with until it is moved. ' +
      'Without objects and without --all, lists the objects that use the profile.',
    group: 'Objects',
    connects: true,
    arguments: {
      profile: { summary: 'Name of the profile.', takes: 'required' },
      objects: { summary: 'Objects to move, as KIND/NAME.', takes: 'any number' },
    },
    options: {
      all: { type: 'flag', summary: 'Move all objects that have an older version.' },
      profileProject: {
        type: 'string',
        value: 'PROJECT',
        summary: 'Project of the profile. Default: that of the objects.',
      },
      ...changeOptions,
    },
    examples: [
      ['qleetctl roll-profile large', 'Show who uses which version'],
      ['qleetctl roll-profile large --all --dry-run', 'Show what would change'],
      ['qleetctl roll-profile large database/shop-db', 'Move one object'],
    ],
    handler: async () => (await import('../editing/roll-profile.ts')).rollProfile,
  }),
  defineCommand({
    name: 'rollout',
    summary:
      'Restart, pause, watch and undo rollouts of workloads, and control those of applications and definitions.',
    group: 'Objects',
  }),
  defineCommand({
    name: 'rollout restart',
    summary: 'Restart all pods of workloads, one after the other.',
    group: 'Objects',
    connects: true,
    arguments: workloads,
    options: selectedOptions,
    examples: [['qleetctl rollout restart workload/shop', 'Restart the pods of a workload']],
    handler: async () => (await import('../editing/rollout.ts')).restart,
  }),
  defineCommand({
    name: 'rollout status',
    summary: 'Wait until workloads, or edits of definitions, are rolled out.',
    description:
      'Exit code 7 on timeout, and 1 if an edit of a definition has failed; with --watch=false, 1 if something is not rolled out.',
    group: 'Objects',
    connects: true,
    arguments: workloads,
    options: {
      watch: {
        type: 'string',
        short: 'w',
        value: '=BOOLEAN',
        choices: ['true', 'false'],
        implied: 'true',
        default: 'true',
        summary: 'Wait. With =false, show the state and exit.',
      },
      timeout: timeoutOption,
      project: projectOption,
    },
    examples: [['qleetctl rollout status workload/shop', 'Wait until a change is rolled out']],
    handler: async () => (await import('../editing/rollout.ts')).rolloutStatus,
  }),
  defineCommand({
    name: 'rollout history',
    summary: 'List the revisions of a workload and its definition.',
    description:
      'Revisions are changes of what the workload consists of, from the change log. Restarts, pauses and changes of ' +
      'replicas are none.',
    group: 'Objects',
    connects: true,
    arguments: workloads,
    options: {
      revision: { type: 'number', value: 'REVISION', summary: 'Show the changes of one revision.' },
      project: projectOption,
      output: { ...outputOption, summary: 'Output format: table, json or yaml.' },
    },
    examples: [['qleetctl rollout history workload/shop --revision 27', 'Show what a revision has changed']],
    handler: async () => (await import('../editing/rollout-history.ts')).rolloutHistory,
  }),
  defineCommand({
    name: 'rollout undo',
    summary: 'Return to an earlier revision of a workload and its definition.',
    description:
      'Replicas, restarts and pauses stay as they are. A definition that other workloads run changes for all of them; ' +
      'they are listed.',
    group: 'Objects',
    connects: true,
    arguments: workloads,
    options: {
      toRevision: {
        type: 'number',
        value: 'REVISION',
        summary: 'Revision to return to. Default: the one before the last.',
      },
      ...changeOptions,
    },
    examples: [['qleetctl rollout undo workload/shop', 'Undo the last change']],
    handler: async () => (await import('../editing/rollout-history.ts')).undo,
  }),
  defineCommand({
    name: 'rollout pause',
    summary: 'Hold back changes of the pods of workloads, or a rollout of an application or a definition.',
    description:
      'With --environment, the rollout of an application there stays where it is: no job starts, and nothing is judged. A revision ' +
      'that is newer waits. To keep what runs when nothing is being rolled out, see `qleetctl rollback`. The rollout of a definition ' +
      'or a profile stays in its wave.',
    group: 'Objects',
    connects: true,
    arguments: workloads,
    options: { ...selectedOptions, ...environmentOption, owner: ownerOption },
    examples: [
      ['qleetctl rollout pause workload/shop', 'Hold back changes until they are resumed'],
      [
        "qleetctl rollout pause application/shop --environment production --reason 'an incident'",
        'Pause the rollout of an application',
      ],
    ],
    handler: async () => (await import('../editing/rollout.ts')).pause,
  }),
  defineCommand({
    name: 'rollout resume',
    summary: 'Roll out changes that a pause has held back.',
    group: 'Objects',
    connects: true,
    arguments: workloads,
    options: { ...selectedOptions, ...environmentOption },
    examples: [
      ['qleetctl rollout resume workload/shop', 'Roll out what was held back'],
      ['qleetctl rollout resume application/shop --environment production', 'Go on with a rollout'],
    ],
    handler: async () => (await import('../editing/rollout.ts')).resume,
  }),
  defineCommand({
    name: 'rollout abort',
    summary: 'Abort the rollout of an application, and restore the last healthy revision.',
    description:
      'The revision counts as failed there, with the reason. A job that runs is stopped. A revision that is healthy already is not ' +
      'aborted: see `qleetctl rollback`. Without --environment, the rollout of a definition or a profile ends, and what has the edit returns ' +
      'to the previous version.',
    group: 'Objects',
    connects: true,
    arguments: deliveredApplication,
    options: { ...decidedEnvironment, ...changeOptions, reason: requiredReason, owner: ownerOption },
    examples: [
      ["qleetctl rollout abort shop --environment production --reason 'wrong build'", 'Abort a rollout'],
      [
        "qleetctl rollout abort workload-definition/shop --reason 'wrong image'",
        'Return the instances that have an edit to the previous version',
      ],
    ],
    handler: async () => (await import('../editing/rollout.ts')).abort,
  }),
  defineCommand({
    name: 'rollout retry',
    summary: 'Roll out a revision that has failed once more.',
    description:
      'Its jobs run again, except for those that --job names. With --revision, one that failed before the environment was held, which no ' +
      'release rolls out again by itself. Without --environment, the rollout of a definition or a profile that ' +
      'has failed, or was aborted, starts again.',
    group: 'Objects',
    connects: true,
    arguments: deliveredApplication,
    options: {
      ...decidedEnvironment,
      revision: {
        type: 'number',
        value: 'NUMBER',
        min: 1,
        summary: 'Revision that failed there. Default: that of the last rollout.',
      },
      job: { type: 'strings', value: 'NAME', summary: 'Job to go on without this time.' },
      ...changeOptions,
      owner: ownerOption,
      wait: { ...waitOption, summary: 'Wait until the revision is healthy there. Exit code 1 if it fails.' },
      timeout: timeoutOption,
    },
    examples: [
      ['qleetctl rollout retry shop --environment staging --wait', 'Try a revision again'],
      ['qleetctl rollout retry shop --environment staging --job smoke', 'Try it again without a job'],
    ],
    handler: async () => (await import('../editing/rollout.ts')).retry,
  }),
  defineCommand({
    name: 'rollout skip',
    summary: 'Promote the canary of an application now, or go on without some of its jobs.',
    description:
      'Without --job, the remaining steps and the analysis of a canary are skipped: once it is ready, it gets all requests and its ' +
      'revision takes the place of the one before. With --job, the rollout goes on without these jobs; one that runs is stopped. Without ' +
      '--environment, all that use a definition or a profile get its newest edit now.',
    group: 'Objects',
    connects: true,
    arguments: deliveredApplication,
    options: {
      ...decidedEnvironment,
      job: { type: 'strings', value: 'NAME', summary: 'Job to go on without. Default: none.' },
      ...changeOptions,
      reason: requiredReason,
      owner: ownerOption,
    },
    examples: [
      ["qleetctl rollout skip shop --environment production --reason 'a fix'", 'Promote a canary now'],
      ["qleetctl rollout skip shop --environment staging --job smoke --reason 'it is flaky'", 'Skip a job'],
    ],
    handler: async () => (await import('../editing/rollout.ts')).skip,
  }),
]
