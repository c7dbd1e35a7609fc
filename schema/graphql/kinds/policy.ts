import { implementKind } from '../kind-type.ts'

implementKind('Policy')
implementKind('PolicyException')
