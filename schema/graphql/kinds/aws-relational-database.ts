import { implementKind } from '../kind-type.ts'

implementKind('AwsRelationalDatabaseDefinition')

implementKind('AwsRelationalDatabaseInstance')
