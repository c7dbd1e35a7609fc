import { restores } from './restores.ts'
import { tryRaces } from './try-races.ts'

tryRaces('restores', restores)
