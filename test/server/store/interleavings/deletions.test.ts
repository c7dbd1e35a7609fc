import { tryRaces } from './try-races.ts'
import { deletions } from './deletions.ts'

tryRaces('deletions', deletions)
