import { implementKind } from '../kind-type.ts'

implementKind('SecretDefinition')

implementKind('SecretInstance')
