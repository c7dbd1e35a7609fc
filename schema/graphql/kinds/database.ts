import { implementKind } from '../kind-type.ts'

implementKind('DatabaseDefinition')

implementKind('DatabaseInstance')
