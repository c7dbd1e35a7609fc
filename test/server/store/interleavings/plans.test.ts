import { tryRaces } from './try-races.ts'
import { plans } from './plans.ts'

tryRaces('plans', plans)
