import { counted } from '../../../schema/counted.ts'

/** The texts of the pages that report on all objects: images, costs, orphaned resources. */
export const reports = {
  images: {
    title: 'Images',
    note: 'Which images run where, as workloads declare them. Those of Helm workloads are in their charts.',
    filter: 'Image, version, workload or runtime',
    none: 'No workload runs an image yet',
    noneText: 'The images of all workloads are listed here by name, with the version that each of them runs.',
    version: 'Version',
    versions: (count: number) => counted(count, 'version'),
    workload: 'Workload',
    runtime: 'Runtime',
  },
  costs: {
    title: 'Costs',
    note: 'What objects in clouds cost a month as they are declared, by list prices',
    none: 'Nothing costs anything',
    noneText:
      'Clusters, databases and buckets in AWS, Google Cloud and Azure are listed here with their estimated cost.',
    total: 'Declared, a month',
    objects: (count: number) => counted(count, 'object'),
    orphans: 'Orphans, a month',
    orphansNote: (count: number) => `${counted(count, 'resource')} without an object`,
    groupBy: 'Group by',
    by: { owner: 'By owner', account: 'By account', kind: 'By kind' },
    byUse: 'by use',
    account: (name: string) => `Account ${name}`,
    noAccount: 'Default account',
  },
  orphans: {
    title: 'Orphaned resources',
    note: 'What runs or costs money although no object declares it, and what is stuck',
    orphans: 'In clusters',
    orphansNote: 'Resources with the labels of QleetOS whose objects are gone, as after a restore',
    search: 'Search all runtimes',
    searching: 'Searching …',
    noOrphans: (count: number) =>
      count === 1
        ? 'The runtime has no orphaned resources.'
        : `None of ${count} runtimes has orphaned resources.`,
    notSearched: (message: string) => `Not searched: ${message}`,
    abandoned: 'Left by forced deletions',
    abandonedNote: 'Resources that could not be deleted when their object was deleted by force',
    noAbandoned: 'Forced deletions have left nothing.',
    stuck: 'Stuck objects',
    stuckNote: 'They are not retried before something changes',
    noStuck: 'Nothing is stuck.',
    cloud: 'In cloud accounts',
    cloudNote: 'Found when accounts are reconciled, with what they cost a month',
    noCloud: 'No account has resources without an object.',
    total: (count: number) => (count === 1 ? 'One resource, a month' : `${count} resources, a month`),
  },
} as const
