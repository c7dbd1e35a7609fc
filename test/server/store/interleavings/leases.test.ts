import { leases } from './leases.ts'
import { tryRaces } from './try-races.ts'

tryRaces('leases', leases)
