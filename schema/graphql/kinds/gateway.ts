import { implementKind } from '../kind-type.ts'

implementKind('GatewayDefinition')

implementKind('GatewayInstance')

implementKind('GatewayPort')
