import { tryRaces } from './try-races.ts'
import { ownership } from './ownership.ts'

tryRaces('ownership', ownership)
