import { text as common } from '../../text.ts'
import { editing } from '../../texts/editing.ts'
import { plans } from '../../texts/plans.ts'

/** What forms, the YAML editor, imports and their plans say, in addition to the texts of all pages. Lists do not load it. */
export const text = { ...common, ...editing, ...plans } as const
