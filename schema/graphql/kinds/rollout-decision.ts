import { implementKind } from '../kind-type.ts'

implementKind('RolloutDecision')
