import { defineCommand, type Command } from '../command.ts'
import {
  allProjectsOption,
  dryRunOption,
  outputOption,
  projectOption,
  reasonOption,
  timeoutOption,
  waitOption,
  waitingOptions,
} from '../settings/options.ts'

const application = { application: { summary: 'Name of the application.', takes: 'required' } } as const

const changeOptions = { dryRun: dryRunOption, project: projectOption, output: outputOption } as const

const awaitOptions = {
  wait: { ...waitOption, summary: 'Wait until the revision is healthy there. Exit code 1 if it fails.' },
  timeout: timeoutOption,
} as const

/** Commands that deliver builds of applications into their environments. */
export const deliveryCommands: readonly Command[] = [
  defineCommand({
    name: 'deliver',
    summary: 'Deliver the images of a build to the environments of an application.',
    description:
      'For the end of a CI pipeline. An older build never replaces a newer one of the same source, and a repeated command answers ' +
      'the same delivery. Waits until the build is healthy in all automatic environments, or until it waits for an approval, a hold ' +
      'or a window, or a newer revision has taken its place. Exit code 1 if it is rolled back, fails or is rejected; 2 if the definition ' +
      'does not have an image; 5 if other images were delivered under its number; 7 on timeout.',
    group: 'Objects',
    connects: true,
    arguments: {
      images: {
        summary: 'Image with its digest, NAME@sha256:…, or with a tag, NAME:TAG.',
        takes: 'one or more',
      },
    },
    options: {
      application: {
        type: 'string',
        value: 'NAME',
        required: true,
        summary: 'Name of the application.',
      },
      build: {
        type: 'number',
        value: 'NUMBER',
        required: true,
        summary: 'Number of the build, which grows with each one.',
      },
      attempt: {
        type: 'number',
        value: 'NUMBER',
        min: 1,
        summary: 'Number of the attempt of the build. Default: 1.',
      },
      source: {
        type: 'string',
        value: 'TEXT',
        summary: 'What numbers the builds, such as the repository. Builds of one source are compared.',
      },
      commit: { type: 'string', value: 'TEXT', summary: 'Commit of the build.' },
      committedAt: {
        type: 'string',
        value: 'TIME',
        summary: 'Time of the commit, as `git show -s --format=%cI` prints it: lead times count from then.',
      },
      url: { type: 'string', value: 'URL', summary: 'Address of the build.' },
      ...waitingOptions,
      wait: {
        ...waitingOptions.wait,
        summary: 'Wait until it is decided what becomes of the build. Default: true.',
      },
      ...changeOptions,
    },
    examples: [
      [
        'qleetctl deliver example.com/shop@$DIGEST --application shop --build $BUILD_NUMBER --commit $COMMIT',
        'Deliver a build, and wait until it is healthy',
      ],
    ],
    handler: async () => (await import('../delivery/deliver.ts')).deliver,
  }),
  defineCommand({
    name: 'promote',
    summary: 'Approve a revision of an application for an environment.',
    description:
      'Approves exactly one revision: by default the one that is healthy in the environment before. The newest promotion to an ' +
      'environment applies. With --only, parts of the revision are put on top of the one that runs there, which makes another revision.',
    group: 'Objects',
    connects: true,
    arguments: application,
    options: {
      to: { type: 'string', value: 'ENVIRONMENT', required: true, summary: 'Environment to roll it out in.' },
      from: {
        type: 'string',
        value: 'ENVIRONMENT',
        summary: 'Environment whose healthy revision to promote. Default: the one before.',
      },
      revision: { type: 'number', value: 'NUMBER', min: 1, summary: 'Revision to promote.' },
      only: {
        type: 'string',
        value: 'PARTS',
        summary:
          'Parts to promote, such as image or config.Deployment/web, as `qleetctl compare` lists them. The rest stays as it runs there.',
      },
      reason: { ...reasonOption, summary: 'Reason to record in the promotion and in the change log.' },
      expiresIn: {
        type: 'duration',
        value: 'DURATION',
        summary:
          'Time after which it has no effect, such as 2h, if a window or a hold has delayed it until then.',
      },
      ...awaitOptions,
      ...changeOptions,
    },
    examples: [
      ['qleetctl promote shop --to production', 'Promote what is healthy in the environment before'],
      ['qleetctl promote shop --to production --revision 7 --wait', 'Promote a revision, and wait for it'],
      [
        'qleetctl promote shop --to production --only image,config.ConfigMap/settings',
        'Promote the images and a ConfigMap, and nothing else',
      ],
    ],
    handler: async () => (await import('../delivery/promote.ts')).promote,
  }),
  defineCommand({
    name: 'approve',
    summary: 'Approve a plan of a promotion.',
    description:
      'Approves what `qleetctl promote --dry-run=plan` has shown. The approval holds only as long as the rollout would do what the plan ' +
      'says: it names what has changed since otherwise. Exit code 5 if the plan is outdated, or about something else.',
    group: 'Objects',
    connects: true,
    arguments: application,
    options: {
      plan: { type: 'string', value: 'ID', required: true, summary: 'Plan to approve.' },
      to: {
        type: 'string',
        value: 'ENVIRONMENT',
        summary: 'Environment to approve it for. Default: the only one that the plan promotes to.',
      },
      reason: { ...reasonOption, summary: 'Reason to record in the promotion and in the change log.' },
      expiresIn: {
        type: 'duration',
        value: 'DURATION',
        summary: 'Time after which the approval has no effect, such as 2h, if the rollout waits until then.',
      },
      ...awaitOptions,
      ...changeOptions,
    },
    examples: [
      ['qleetctl approve shop --plan k7m2q9x4ab', 'Approve what a plan says'],
      [
        'qleetctl approve shop --plan k7m2q9x4ab --expires-in 2h --wait',
        'Approve it for two hours, and wait for it',
      ],
    ],
    handler: async () => (await import('../delivery/approve.ts')).approve,
  }),
  defineCommand({
    name: 'compare',
    summary: 'Show by which fields an environment differs from the one before, or from a revision.',
    description:
      'Compares what runs: the resources of both revisions with their images by digest, and with the parameters and overrides of each ' +
      'environment, field by field, and the deliveries in between. With --revision, it is what a promotion of that revision changes.',
    group: 'Objects',
    connects: true,
    arguments: application,
    options: {
      to: { type: 'string', value: 'ENVIRONMENT', required: true, summary: 'Environment to compare.' },
      from: {
        type: 'string',
        value: 'ENVIRONMENT',
        summary: 'Environment to compare it with. Default: the one before.',
      },
      revision: { type: 'number', value: 'NUMBER', min: 1, summary: 'Revision to compare it with.' },
      project: projectOption,
      output: outputOption,
    },
    examples: [
      [
        'qleetctl compare shop --to production',
        'Show what a promotion from the environment before would change',
      ],
      ['qleetctl compare shop --to production --revision 7', 'Show what another revision would change'],
    ],
    handler: async () => (await import('../delivery/compare.ts')).compare,
  }),
  defineCommand({
    name: 'rollback',
    summary: 'Return an application to an earlier revision, and hold it there.',
    description:
      'Deliveries are recorded and wait until `qleetctl release`. Windows and freezes do not delay it. To return a single workload ' +
      'to an earlier definition, see `qleetctl rollout undo`.',
    group: 'Objects',
    connects: true,
    arguments: application,
    options: {
      environment: {
        type: 'string',
        value: 'NAME',
        summary: 'Environment to roll back. Default: all of the application.',
      },
      to: {
        type: 'number',
        value: 'NUMBER',
        min: 1,
        summary: 'Revision to return to. Default: the newest healthy one before the one that runs.',
      },
      reason: { type: 'string', value: 'TEXT', required: true, summary: 'Reason, shown to those who wait.' },
      owner: { type: 'string', value: 'TEXT', summary: 'Who to ask about the hold.' },
      ...awaitOptions,
      ...changeOptions,
    },
    examples: [
      [
        "qleetctl rollback shop --environment production --reason 'payments fail'",
        'Return to the healthy revision before',
      ],
      [
        "qleetctl rollback shop --to 7 --reason 'payments fail' --owner ann",
        'Hold all environments at a revision',
      ],
    ],
    handler: async () => (await import('../delivery/rollback.ts')).rollback,
  }),
  defineCommand({
    name: 'release',
    summary: 'Delete the holds of an application, so that deliveries are rolled out again.',
    group: 'Objects',
    connects: true,
    arguments: application,
    options: {
      environment: {
        type: 'string',
        value: 'NAME',
        summary: 'Environment to release. Default: all holds of the application.',
      },
      reason: reasonOption,
      ...changeOptions,
      output: { ...outputOption, summary: 'Output format: table, json, yaml or name.' },
    },
    examples: [['qleetctl release shop --environment production', 'Roll out what has waited']],
    handler: async () => (await import('../delivery/release.ts')).release,
  }),
  defineCommand({
    name: 'rollouts',
    summary:
      'List which revisions of applications ran where, from when until when, and how their rollouts went.',
    description:
      'With `--image`, lists where an image has been. Each environment of an application remembers its last 100 rollouts.',
    group: 'Objects',
    connects: true,
    arguments: { applications: { summary: 'Names of applications. Default: all.', takes: 'any number' } },
    options: {
      image: {
        type: 'string',
        value: 'IMAGE',
        summary: 'Only rollouts of an image: NAME, NAME@DIGEST, DIGEST, or the start of a digest.',
      },
      environment: { type: 'string', value: 'NAME', summary: 'Only this environment.' },
      last: { type: 'number', value: 'COUNT', min: 1, default: 50, summary: 'Maximum number of rollouts.' },
      project: projectOption,
      allProjects: allProjectsOption,
      output: outputOption,
    },
    examples: [
      ['qleetctl rollouts shop --environment production', 'List what ran in production'],
      ['qleetctl rollouts --image sha256:1c0ffee --all-projects', 'List where an image has been'],
    ],
    handler: async () => (await import('../delivery/rollouts.ts')).rollouts,
  }),
  defineCommand({
    name: 'numbers',
    summary: 'Show how often applications are delivered, how fast, and how often it fails.',
    description:
      'The numbers of DORA for each environment: deployments, lead time from commit to healthy, failures per change, and the time to ' +
      'recover from them. Rates are shown from five changes on. A stage remembers its last 100 rollouts.',
    group: 'Objects',
    connects: true,
    arguments: { applications: { summary: 'Names of applications. Default: all.', takes: 'any number' } },
    options: {
      days: { type: 'number', value: 'DAYS', min: 1, default: 30, summary: 'Number of days. Default: 30.' },
      project: projectOption,
      allProjects: allProjectsOption,
      output: outputOption,
    },
    examples: [['qleetctl numbers shop --days 90', 'Show the numbers of the last quarter']],
    handler: async () => (await import('../delivery/numbers.ts')).numbers,
  }),
]
