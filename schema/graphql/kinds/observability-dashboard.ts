import { implementKind } from '../kind-type.ts'

implementKind('ObservabilityDashboardDefinition')

implementKind('ObservabilityDashboardInstance')
