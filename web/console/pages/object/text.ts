import { text as common } from '../../text.ts'
import { delivery } from '../../texts/delivery.ts'
import { objects } from '../../texts/objects.ts'
import { terminalText } from './terminal/terminal-text.ts'

/** What the page of an object says, in addition to the texts of all pages. Lists do not load it. */
export const text = { ...common, ...objects, ...delivery, terminal: terminalText } as const
