import { previews } from './previews.ts'
import { tryRaces } from './try-races.ts'

tryRaces('writes of previews', previews)
