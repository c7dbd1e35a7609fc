import { implementKind } from '../kind-type.ts'

implementKind('DomainNameDefinition')

implementKind('DomainNameInstance')

implementKind('HostName')
