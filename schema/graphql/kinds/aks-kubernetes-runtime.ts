import { implementKind } from '../kind-type.ts'

implementKind('AksKubernetesRuntimeDefinition')

implementKind('AksKubernetesRuntimeInstance')
