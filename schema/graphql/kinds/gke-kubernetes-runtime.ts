import { implementKind } from '../kind-type.ts'

implementKind('GkeKubernetesRuntimeDefinition')

implementKind('GkeKubernetesRuntimeInstance')
