import { implementKind } from '../kind-type.ts'

implementKind('CanaryWorkload')
