import { implementKind } from '../kind-type.ts'

implementKind('AwsEksKubernetesRuntimeDefinition')

implementKind('AwsEksKubernetesRuntimeInstance')
