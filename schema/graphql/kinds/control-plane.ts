import { implementKind } from '../kind-type.ts'

implementKind('ControlPlaneDefinition')

implementKind('ControlPlaneInstance')
