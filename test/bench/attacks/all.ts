import { anonymousAttacks } from './anonymous.ts'
import type { Attack } from './attack.ts'
import { authenticatedAttacks } from './authenticated.ts'
import { bodyAttacks } from './bodies.ts'

export const attacks: readonly Attack[] = [...anonymousAttacks, ...bodyAttacks, ...authenticatedAttacks]
