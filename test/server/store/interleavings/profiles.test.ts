import { profiles } from './profiles.ts'
import { tryRaces } from './try-races.ts'

tryRaces('changes of profiles', profiles)
