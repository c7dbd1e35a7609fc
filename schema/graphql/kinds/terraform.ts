import { implementKind } from '../kind-type.ts'

implementKind('TerraformDefinition')

implementKind('TerraformInstance')
