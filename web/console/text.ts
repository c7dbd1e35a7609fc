import { pages } from './texts/pages.ts'
import { shell } from './texts/shell.ts'

/**
 * What the pages say, in English. Texts of objects come from the registry and from the server. Pages that most visits do not open add
 * their own: `pages/new/text.ts`, `pages/object/text.ts`, `texts/plans.ts`, `texts/reports.ts`, `texts/control-plane.ts`.
 */
export const text = { ...shell, ...pages } as const
