import type { Command } from './command.ts'
import { controlPlaneCommands } from './commands/control-plane.ts'
import { objectCommands } from './commands/objects.ts'
import { settingsCommands } from './commands/settings.ts'

/** Every command, in the order of the help text. */
export const commands: readonly Command[] = [...objectCommands, ...controlPlaneCommands, ...settingsCommands]
