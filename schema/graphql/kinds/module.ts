import { implementKind } from '../kind-type.ts'

implementKind('ModuleApi')
implementKind('ModuleApiRoute')
