import { terminalText } from './pages/object/terminal/terminal-text.ts'
import { delivery } from './texts/delivery.ts'
import { editing } from './texts/editing.ts'
import { objects } from './texts/objects.ts'
import { pages } from './texts/pages.ts'
import { plans } from './texts/plans.ts'
import { shell } from './texts/shell.ts'

/** What the pages say, in English. Texts of objects come from the registry and from the server. */
export const text = {
  ...shell,
  ...pages,
  ...objects,
  ...delivery,
  ...editing,
  ...plans,
  terminal: terminalText,
} as const
