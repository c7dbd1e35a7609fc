import type { Command } from './command.ts'
import { completeCommand } from './commands/complete.ts'
import { clusterCommands } from './commands/clusters.ts'
import { controlPlaneCommands } from './commands/control-plane.ts'
import { deliveryCommands } from './commands/delivery.ts'
import { editingCommands } from './commands/editing.ts'
import { objectCommands } from './commands/objects.ts'
import { previewCommands } from './commands/previews.ts'
import { processCommands } from './commands/processes.ts'
import { reconciliationCommands } from './commands/reconciliation.ts'
import { rolloutCommands } from './commands/rollout.ts'
import { secretCommands } from './commands/secrets.ts'
import { settingsCommands } from './commands/settings.ts'

const usual: readonly Command[] = [
  ...objectCommands,
  ...secretCommands,
  ...editingCommands,
  ...rolloutCommands,
  ...deliveryCommands,
  ...previewCommands,
  ...reconciliationCommands,
  ...clusterCommands,
  ...controlPlaneCommands,
  ...processCommands,
  ...settingsCommands,
]

/** All commands, in the order in which help lists them. */
export const commands: readonly Command[] = [...usual, completeCommand(usual)]
