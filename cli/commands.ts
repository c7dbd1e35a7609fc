import type { Command } from './command.ts'
import { completeCommand } from './commands/complete.ts'
import { clusterCommands } from './commands/clusters.ts'
import { controlPlaneCommands } from './commands/control-plane.ts'
import { objectCommands } from './commands/objects.ts'
import { processCommands } from './commands/processes.ts'
import { settingsCommands } from './commands/settings.ts'

const usual: readonly Command[] = [
  ...objectCommands,
  ...clusterCommands,
  ...controlPlaneCommands,
  ...processCommands,
  ...settingsCommands,
]

/** Every command, in the order of the help text. */
export const commands: readonly Command[] = [...usual, completeCommand(usual)]
