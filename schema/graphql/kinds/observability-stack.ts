import { implementKind } from '../kind-type.ts'

implementKind('ObservabilityStackDefinition')

implementKind('ObservabilityStackInstance')
