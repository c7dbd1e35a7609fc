import { tryRaces } from './try-races.ts'
import { keys } from './keys.ts'

tryRaces('keys', keys)
