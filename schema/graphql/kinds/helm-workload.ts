import { implementKind } from '../kind-type.ts'

implementKind('HelmWorkloadDefinition')

implementKind('HelmWorkloadInstance')
