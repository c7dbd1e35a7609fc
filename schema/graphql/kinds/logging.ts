import { implementKind } from '../kind-type.ts'

implementKind('LoggingDefinition')

implementKind('LoggingInstance')
