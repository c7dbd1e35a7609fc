import { placements } from './placements.ts'
import { tryRaces } from './try-races.ts'

tryRaces('placement', placements)
