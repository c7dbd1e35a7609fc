import { tryRaces } from './try-races.ts'
import { reconciles } from './reconciles.ts'

tryRaces('reconciles', reconciles)
