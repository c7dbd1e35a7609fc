import { events } from './events.ts'
import { tryRaces } from './try-races.ts'

tryRaces('records about objects', events)
