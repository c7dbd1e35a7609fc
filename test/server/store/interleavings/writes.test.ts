import { tryRaces } from './try-races.ts'
import { writes } from './writes.ts'

tryRaces('writes', writes)
