import { defineCommand, type Command } from '../command.ts'
import {
  dryRunOption,
  filesOption,
  outputOption,
  projectOfFilesOption,
  projectOption,
  reasonOption,
  sourceOptions,
  timeoutOption,
  waitOption,
} from '../settings/options.ts'

/** Options of commands that change objects without a file. */
const editOptions = {
  dryRun: dryRunOption,
  project: projectOption,
  reason: reasonOption,
  output: outputOption,
} as const

/** Declares the words of a command that edits labels or annotations. */
function wordsOf(one: string) {
  return {
    summary: `KIND/NAME, or a kind followed by names; then KEY=VALUE to set ${one === 'label' ? 'a' : 'an'} ${one} and KEY- to remove one.`,
    takes: 'one or more',
  } as const
}

/** Declares the options of a command that edits labels or annotations. */
function optionsOf(map: string) {
  return {
    overwrite: { type: 'flag', summary: `Replace values of ${map} that exist.` },
    list: { type: 'flag', summary: `List the ${map} instead.` },
    selector: {
      type: 'string',
      short: 'l',
      value: 'LABELS',
      summary: 'Change all objects of the kind that have these labels.',
    },
    all: { type: 'flag', summary: 'Change all objects of the kind.' },
    ...editOptions,
  } as const
}

/** Commands that change objects, or show what a change would be. */
export const editingCommands: readonly Command[] = [
  defineCommand({
    name: 'diff',
    summary: 'Show what apply would change, as a unified diff.',
    description:
      'Compares the objects on the server with what `qleetctl apply` would make of them, in the shape in which files describe ' +
      'them. Values of secrets are placeholders, which differ where the values do. Exit code 0 if nothing differs, 8 if ' +
      'anything does.',
    group: 'Objects',
    connects: true,
    options: { file: filesOption, ...sourceOptions, project: projectOfFilesOption },
    examples: [
      ['qleetctl diff -f shop.yaml', 'Show what the file would change'],
      ['qleetctl diff -k overlays/production', 'Show what a kustomization would change'],
    ],
    handler: async () => (await import('../objects/diff.ts')).diff,
  }),
  defineCommand({
    name: 'plan',
    summary: 'Show what apply would do, including the dependencies of applications.',
    description:
      'Lists the objects of the files and, below each application, the objects that it would get for its dependencies: what ' +
      'would be created, changed, used or deleted. Nothing is written.',
    group: 'Objects',
    connects: true,
    options: {
      file: filesOption,
      ...sourceOptions,
      project: projectOfFilesOption,
      output: { ...outputOption, summary: 'Output format: table, json or yaml.' },
    },
    examples: [['qleetctl plan -f shop.yaml', 'Show what the application would get']],
    handler: async () => (await import('../objects/plan.ts')).plan,
  }),
  defineCommand({
    name: 'policy',
    summary: 'Try policies before they are applied.',
    group: 'Objects',
  }),
  defineCommand({
    name: 'policy test',
    summary: 'Check the objects of files against the policies of files, without a server.',
    description:
      'Evaluates the rules of the policies in the files for all other objects in them, as if these were created, with the exceptions ' +
      'in the files. For a pipeline, or to try a policy. Defaults that a server fills in are missing.',
    group: 'Objects',
    options: {
      file: filesOption,
      ...sourceOptions,
      project: projectOfFilesOption,
      tier: {
        type: 'string',
        value: 'TIER',
        summary: 'Tier of objects for which the files name none. Default: development.',
      },
      at: {
        type: 'string',
        value: 'TIME',
        summary: 'Time of the check, for example 2026-11-27T17:00:00Z. Default: now.',
      },
    },
    examples: [
      ['qleetctl policy test -f policies.yaml -f shop.yaml', 'Check an application against policies'],
    ],
    handler: async () => (await import('../objects/policy-test.ts')).policyTest,
  }),
  defineCommand({
    name: 'edit',
    summary: 'Edit an object in your editor.',
    description:
      'Opens the object in the shape in which files describe it. If what you save is not valid, or the object was changed in ' +
      'the meantime, the editor opens again with the errors above the text. What cannot be applied is kept in a file.',
    group: 'Objects',
    connects: true,
    arguments: { objects: { summary: 'KIND/NAME, or a kind followed by a name.', takes: 'one or more' } },
    options: { project: projectOption, reason: reasonOption },
    environment: [['KUBE_EDITOR, EDITOR, VISUAL', 'Editor, the first that is set. Default: vi.']],
    examples: [['qleetctl edit workload/shop', 'Edit a workload']],
    handler: async () => (await import('../editing/edit.ts')).edit,
  }),
  defineCommand({
    name: 'patch',
    summary: 'Change fields of an object.',
    description:
      'Applies a JSON merge patch, in which null removes a field, or a JSON patch, a list of operations. Both apply to the ' +
      'object in the shape in which files describe it.',
    group: 'Objects',
    connects: true,
    arguments: { objects: { summary: 'KIND/NAME, or a kind followed by names.', takes: 'one or more' } },
    options: {
      patch: { type: 'string', short: 'p', value: 'PATCH', summary: 'The patch, as JSON or YAML.' },
      patchFile: { type: 'string', value: 'FILE', summary: 'File that contains the patch.' },
      type: {
        type: 'string',
        value: 'TYPE',
        choices: ['merge', 'json', 'strategic'],
        default: 'merge',
        summary: 'Type of the patch: merge or json. Strategic is refused.',
      },
      ...editOptions,
    },
    examples: [
      [`qleetctl patch workload/shop -p '{"spec":{"drift":"report"}}'`, 'Change a field'],
      [
        `qleetctl patch workload/shop --type json -p '[{"op":"remove","path":"/spec/drift"}]'`,
        'Remove a field',
      ],
    ],
    handler: async () => (await import('../editing/patch.ts')).patch,
  }),
  defineCommand({
    name: 'replace',
    summary: 'Replace existing objects by what files describe, including what the files omit.',
    description:
      'Unlike apply, it fails if an object does not exist, and removes labels that the file omits.',
    group: 'Objects',
    connects: true,
    options: {
      file: filesOption,
      ...sourceOptions,
      wait: waitOption,
      timeout: timeoutOption,
      dryRun: dryRunOption,
      project: projectOfFilesOption,
      reason: reasonOption,
      output: outputOption,
    },
    examples: [['qleetctl replace -f shop.yaml', 'Replace the objects of a file']],
    handler: async () => (await import('../editing/replace.ts')).replace,
  }),
  defineCommand({
    name: 'label',
    summary: 'Set and remove labels of objects.',
    group: 'Objects',
    connects: true,
    arguments: { words: wordsOf('label') },
    options: optionsOf('labels'),
    examples: [
      ['qleetctl label workload/shop team=web old-', 'Set one label and remove another'],
      ['qleetctl label workloads --all stage=test', 'Label all workloads of a project'],
    ],
    handler: async () => (await import('../editing/label.ts')).label,
  }),
  defineCommand({
    name: 'annotate',
    summary: 'Set and remove annotations of objects.',
    description:
      'Annotations hold what tools and people note about an object. Unlike labels, selectors do not match them, and their ' +
      'values may be any text.',
    group: 'Objects',
    connects: true,
    arguments: { words: wordsOf('annotation') },
    options: optionsOf('annotations'),
    examples: [
      ['qleetctl annotate workload/shop owner="Web team" old-', 'Set one annotation and remove another'],
    ],
    handler: async () => (await import('../editing/label.ts')).annotate,
  }),
]
