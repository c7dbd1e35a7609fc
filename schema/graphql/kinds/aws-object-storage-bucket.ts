import { implementKind } from '../kind-type.ts'

implementKind('AwsObjectStorageBucketDefinition')

implementKind('AwsObjectStorageBucketInstance')
