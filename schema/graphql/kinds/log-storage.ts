import { implementKind } from '../kind-type.ts'

implementKind('LogStorageDefinition')

implementKind('LogStorageInstance')
