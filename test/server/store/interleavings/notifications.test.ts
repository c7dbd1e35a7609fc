import { notifications } from './notifications.ts'
import { tryRaces } from './try-races.ts'

tryRaces('notifications', notifications)
