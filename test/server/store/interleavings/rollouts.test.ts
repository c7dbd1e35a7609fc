import { rollouts } from './rollouts.ts'
import { tryRaces } from './try-races.ts'

tryRaces('rollouts of definitions', rollouts)
