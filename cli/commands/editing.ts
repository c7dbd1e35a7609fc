import { defineCommand, type Command } from '../command.ts'
import { filesOption, projectOfFilesOption, sourceOptions } from '../settings/options.ts'

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
]
