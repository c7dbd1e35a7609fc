import { policies } from './policies.ts'
import { tryRaces } from './try-races.ts'

tryRaces('policies', policies)
