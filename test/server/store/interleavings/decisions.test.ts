import { tryRaces } from './try-races.ts'
import { decisions } from './decisions.ts'

tryRaces('decisions', decisions)
