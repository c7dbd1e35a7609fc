/** The services that are installed from charts, so that they have versions. */
export const chartedServices = [
  'gateway',
  'certificates',
  'dns',
  'secrets',
  'databases',
  'mysql',
  'object-storage',
  'metrics',
  'autoscaling',
  'log-collector',
] as const
export type ChartedService = (typeof chartedServices)[number]

/** The services that QleetOS provides in runtimes. Each is software that gives a runtime one capability. */
export const supportServices = ['forward-proxy', ...chartedServices] as const
export type SupportService = (typeof supportServices)[number]

export const supportServiceDescriptions: Readonly<Record<SupportService, string>> = {
  'forward-proxy': 'A proxy through which applications call services outside of the cluster.',
  gateway: 'A controller of the Gateway API, through which clients reach applications.',
  certificates: 'A controller that issues and renews TLS certificates.',
  dns: 'A controller that maintains the DNS records of applications.',
  secrets: 'A controller that copies values from external stores to Secrets.',
  databases: 'An operator of PostgreSQL databases.',
  mysql: 'An operator of MySQL-compatible databases.',
  'object-storage': 'Storage for objects in buckets, with the API of S3.',
  metrics: 'The usage of CPU and memory by pods and nodes.',
  autoscaling: 'A controller that scales applications by events.',
  'log-collector': 'A collector that sends the logs of all pods to where they are stored.',
}
