import { implementKind } from '../kind-type.ts'

implementKind('MetricsDefinition')

implementKind('MetricsInstance')
