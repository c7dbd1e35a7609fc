import { defineCommand, type Command } from '../command.ts'
import {
  dryRunOption,
  outputOption,
  projectOption,
  reasonOption,
  waitingOptions,
} from '../settings/options.ts'

const pullRequest = {
  type: 'number',
  value: 'NUMBER',
  required: true,
  min: 1,
  summary: 'Number of the pull request or merge request.',
} as const

const changeOptions = { dryRun: dryRunOption, project: projectOption, output: outputOption } as const

const application = { summary: 'Name of the application.', takes: 'required' } as const

/** Commands that make and close previews of pull requests. */
export const previewCommands: readonly Command[] = [
  defineCommand({
    name: 'preview',
    summary: 'Run an application with the images of a pull request, and print its URL.',
    description:
      'For the pipeline of a pull request, which has one preview: a repeated command brings it to a newer build. Waits until it is ready; ' +
      'the last line is its URL, and `-o json` has it as `status.outputs.url`. A preview that exists keeps what is not given. It is ' +
      'deleted with `qleetctl preview close`, or some time after the last push. Exit code 1 if it fails; 0 if a newer build is there ' +
      'already; 7 on timeout.',
    group: 'Objects',
    connects: true,
    arguments: {
      application,
      images: {
        summary: 'Image with its digest, NAME@sha256:…, or with a tag, NAME:TAG.',
        takes: 'one or more',
      },
    },
    options: {
      pullRequest,
      build: {
        type: 'number',
        value: 'NUMBER',
        summary: 'Number of the build, which grows: an older build never replaces a newer one.',
      },
      attempt: {
        type: 'number',
        value: 'NUMBER',
        min: 1,
        summary: 'Number of the attempt of the build. Default: 1.',
      },
      commit: { type: 'string', value: 'TEXT', summary: 'Commit of the build.' },
      url: { type: 'string', value: 'URL', summary: 'Address of the pull request.' },
      ttl: {
        type: 'duration',
        value: 'DURATION',
        summary:
          'Time after the last push after which it is deleted, such as 72h. Default: as the application has it.',
      },
      runtime: {
        type: 'string',
        value: 'NAME',
        summary: 'Runtime of a new preview. Default: as the application has it.',
      },
      ...waitingOptions,
      ...changeOptions,
    },
    examples: [
      [
        'qleetctl preview shop example.com/shop@$DIGEST --pull-request 42 --build $BUILD_NUMBER --commit $COMMIT',
        'Make the preview of a pull request, or bring it to a newer build',
      ],
    ],
    handler: async () => (await import('../delivery/preview.ts')).preview,
  }),
  defineCommand({
    name: 'preview wake',
    summary: 'Start a preview that sleeps, and print its URL.',
    description:
      'With `previews.sleep`, an application stops the pods of its previews some time after the last push. This starts them again, with ' +
      'the same data and URL, or keeps them for longer. Waits until the preview is ready; the last line is its URL.',
    group: 'Objects',
    connects: true,
    arguments: { application },
    options: { pullRequest, ...waitingOptions, ...changeOptions },
    examples: [['qleetctl preview wake shop --pull-request 42', 'Look at a preview that sleeps']],
    handler: async () => (await import('../delivery/wake-preview.ts')).wakePreview,
  }),
  defineCommand({
    name: 'preview close',
    summary: 'Delete the preview of a pull request with everything that belongs to it.',
    description:
      'Deletes its data as well, without a confirmation: previews are disposable. No preview is no error, so that a pipeline may repeat it.',
    group: 'Objects',
    connects: true,
    arguments: { application },
    options: {
      pullRequest,
      reason: reasonOption,
      ...waitingOptions,
      ...changeOptions,
      output: { ...outputOption, summary: 'Output format: table, json, yaml or name.' },
    },
    examples: [
      ['qleetctl preview close shop --pull-request 42', 'Delete the preview of a closed pull request'],
    ],
    handler: async () => (await import('../delivery/close-preview.ts')).closePreview,
  }),
]
