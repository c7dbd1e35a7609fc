import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { certificateProblems, Certificates } from '../certificates.ts'
import { DomainName } from '../host-name.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { attachmentProblems, elsewhereProblems } from '../runtime-of-application.ts'
import { defineKind, reference } from './kind.ts'

export const DomainNameDefinition = defineKind({
  kind: 'DomainNameDefinition',
  plural: 'domainNameDefinitions',
  description:
    'A domain below which gateways serve applications, with its DNS zone and the issuer of its certificates.',
  aliases: ['dnd'],
  spec: z.strictObject({
    domain: DomainName.meta({ description: 'The domain, for example `example.com`.', filterable: true }),
    zone: z.string().min(1, 'must not be empty').max(253).optional().meta({
      description:
        'The DNS zone that contains the domain. Default: none, and QleetOS writes no DNS records for the domain.',
      filterable: true,
    }),
    records: z
      .boolean()
      .default(true)
      .meta({
        description:
          'Indicates whether QleetOS maintains the DNS records of gateways in the zone. If not, their records must ' +
          'be created elsewhere.',
      }),
    adminEmail: z.email({ error: 'must be an email address' }).optional().meta({
      description: 'The address to which the issuer of certificates sends notices.',
      filterable: true,
    }),
    certificates: Certificates.optional().meta({
      description: "How certificates are issued. Default: by Let's Encrypt.",
    }),
    rollout: definitionRollout(),
  }),
  check: ({ certificates }) => certificateProblems(certificates),
  examples: [
    { domain: 'example.com', zone: 'example.com', adminEmail: 'admin@example.com' },
    { domain: 'example.com', zone: 'example.com', certificates: { issuer: 'selfSigned' } },
    {
      domain: 'shop.example.com',
      certificates: { issuer: 'acme', server: 'https://acme.example.com/directory' },
    },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'DOMAIN', path: 'spec.domain' },
    { header: 'ZONE', path: 'spec.zone' },
    { header: 'ADMIN EMAIL', path: 'spec.adminEmail', wide: true },
  ],
  reconciled: false,
  rest: {
    path: 'domain-name-definitions',
    always: ['Zone', 'AdminEmail'],
    inert: inertOfDefinitions,
    associations: ['DomainNameInstances'],
  },
})

/** Reports whether QleetOS maintains the DNS records of a domain. */
export function hasRecords({ zone, records }: { zone?: string | undefined; records?: boolean }): boolean {
  return zone !== undefined && records !== false
}

export const DomainNameInstance = defineKind({
  kind: 'DomainNameInstance',
  plural: 'domainNameInstances',
  description:
    'A domain that an application uses in a runtime: its zone is delegated, and the runtime can maintain records in it.',
  aliases: ['dni'],
  spec: z.strictObject({
    definition: reference('DomainNameDefinition', 'The definition of the domain.'),
    workloadInstance: reference('WorkloadInstance', 'The application that uses the domain.').optional(),
    helmWorkloadInstance: reference('HelmWorkloadInstance', 'The Helm workload that uses the domain.', {
      insteadOf: 'workloadInstance',
    }).optional(),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime of the application. Default: that of the workload instance, once it has one.',
      { defaultsToWhere: 'defaultRuntime', defaultsToThatOf: ['workloadInstance', 'helmWorkloadInstance'] },
    ).optional(),
  }),
  check: attachmentProblems,
  checkWithOthers: elsewhereProblems,
  examples: [{}],
  outputs: z.strictObject({
    domain: z.string().meta({ description: 'The domain.' }),
    zone: z.string().optional().meta({ description: 'The DNS zone of the domain.' }),
    nameServers: z
      .array(z.string())
      .optional()
      .meta({ description: 'The name servers of the zone. Absent if they were not looked up.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'WORKLOAD', path: 'spec.workloadInstance' },
    { header: 'HELM WORKLOAD', path: 'spec.helmWorkloadInstance', wide: true },
    { header: 'DOMAIN', path: 'status.outputs.domain', wide: true },
  ],
  reconciled: true,
  pair: { name: 'DomainName', definition: 'DomainNameDefinition' },
  owns: ['SupportServiceInstance'],
  services: ({ definition }) => (hasRecords(definition) ? ['dns'] : []),
  dependency: {
    attachedBy: 'workloadInstance',
    isPrivate: true,
    isNeededToStart: false,
    bind: ({ domain, zone }) => ({
      type: 'domain',
      entries: { host: domain, ...(zone === undefined ? {} : { zone }) },
    }),
  },
  immutable: ['runtime', 'workloadInstance', 'helmWorkloadInstance'],
  location: 'runtime',
  rest: {
    path: 'domain-name-instances',
    always: ['WorkloadInstanceID', 'KubernetesRuntimeInstanceID'],
    filterAliases: { workloadresourceinstanceid: 'WorkloadInstanceID' },
  },
})

export const HostName = defineKind({
  kind: 'HostName',
  plural: 'hostNames',
  description:
    'A host name whose DNS records a gateway maintains. No two gateways of a control plane have the same.',
  aliases: [],
  spec: z.strictObject({
    host: DomainName.meta({ description: 'The host name.', filterable: true }),
  }),
  ownedOnly: true,
  examples: [{ host: 'shop.example.com' }],
  outputs: z.strictObject({}),
  columns: [{ header: 'HOST', path: 'spec.host' }],
  reconciled: false,
  rest: { path: 'host-names' },
})

export const kinds = [DomainNameDefinition, DomainNameInstance, HostName]
