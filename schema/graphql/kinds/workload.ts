import { implementKind } from '../kind-type.ts'

implementKind('WorkloadDefinition')

implementKind('WorkloadInstance')
