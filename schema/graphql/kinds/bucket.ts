import { implementKind } from '../kind-type.ts'

implementKind('BucketDefinition')

implementKind('BucketInstance')
