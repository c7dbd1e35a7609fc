import type { Settings } from './setting.ts'
import { clusterSettings, hostSettings, logSettings, natsSettings } from './shared.ts'

export const workerSettings = {
  QLEET_SERVER_URL: {
    type: 'serverUrl',
    summary: 'URL of a server, or of a load balancer in front of several.',
    expected: 'the URL of a server, or of a load balancer in front of several, such as http://qleet:1323',
    isRequired: true,
    option: ['server', 'URL'],
  },
  ...natsSettings,
  QLEET_SIMULATOR_URL: {
    type: 'string',
    summary: 'URL of the simulator, if there is one.',
    option: ['simulator', 'URL'],
  },
  QLEET_WORKER_THREADS: {
    type: 'integer',
    min: 0,
    max: 64,
    summary: 'The most reconciler threads. There is one at rest.',
    default: '0',
    shownDefault: '0, by the number of processors',
    option: ['threads', 'COUNT'],
  },
  QLEET_WORKER_HOST: {
    type: 'string',
    summary: 'Address that serves health and metrics.',
    default: '127.0.0.1',
    option: ['host', 'HOST'],
  },
  QLEET_WORKER_PORT: {
    type: 'integer',
    min: 0,
    max: 65_535,
    summary: 'Port that serves health and metrics.',
    default: '0',
    shownDefault: '0, a free port',
    option: ['port', 'PORT'],
  },
  ...hostSettings,
  QLEET_WORKER_TOKEN: {
    type: 'token',
    summary: 'Token of the workers, as configured in servers.',
    expected: 'the token of the workers, as configured in servers',
    isRequired: true,
    isSecret: true,
  },
  QLEET_SIMULATOR_TOKEN: { type: 'string', summary: 'Token of the simulator.', isSecret: true },
  QLEET_EXEC_PLUGINS: {
    type: 'programs',
    summary: 'Credential plugins that kubeconfigs may run, separated by commas.',
    default: '',
    docs: 'With arguments, only when they are called so: see [credential plugins](../guide/runtimes.md#allow-credential-plugins).',
  },
  QLEET_IN_CLUSTER: {
    type: 'boolean',
    summary: 'true allows runtimes with the provider inCluster to use the service account of the worker.',
    default: 'false',
  },
  QLEET_GUARD_COUNT: {
    type: 'integer',
    min: 1,
    summary:
      'Number of resources from which a prune needs a confirmation, if it also exceeds the percentage.',
    default: '10',
    docs: 'See [the guard](../guide/clusters.md#the-guard).',
  },
  QLEET_GUARD_PERCENT: {
    type: 'integer',
    min: 0,
    max: 100,
    summary: 'Percentage of all resources of the object that such a prune exceeds.',
    default: '50',
  },
  QLEET_GUARD_ALWAYS: {
    type: 'integer',
    min: 1,
    summary: 'Number of resources from which any removal needs a confirmation.',
    default: '1000',
  },
  QLEET_ENVOY_IMAGE: {
    type: 'string',
    summary: 'Image of the forward proxy, for example from a mirror.',
    default: 'docker.io/envoyproxy/envoy:v1.40.0',
  },
  QLEET_DNS_RESOLVERS: {
    type: 'string',
    summary:
      'Addresses of the DNS resolvers that find out whether zones are delegated, separated by commas; `off` for no ' +
      'check. Empty for those of the system.',
    default: '',
  },
  QLEET_HELM: {
    type: 'string',
    summary: 'Program that renders Helm charts (Helm 3 or 4), by name or path.',
    default: 'helm',
  },
  QLEET_CHART_CACHE: {
    type: 'string',
    summary: 'Folder of the cache of Helm charts.',
    shownDefault: 'a folder of the user in the temporary folder',
  },
  QLEET_CHART_CACHE_MEGABYTES: {
    type: 'integer',
    min: 1,
    max: 1_000_000,
    summary: 'Maximum size of the cache of Helm charts; the least recently used are deleted beyond it.',
    default: '1024',
  },
  QLEET_CHART_MIRRORS: {
    type: 'mirrors',
    summary: 'Replacements of chart repositories, as prefix=replacement, separated by commas.',
    expected: 'replacements such as https://charts.example.com=https://mirror.internal/charts',
    default: '',
    docs: 'From and to any of `https://`, `http://`, `oci://` and folders: see [mirrors](../guide/helm.md#mirrors).',
  },
  QLEET_CHART_ROOT: {
    type: 'string',
    summary: 'Folder below which definitions may name charts on the machine of the worker.',
    shownDefault: 'none, so that they may not',
  },
  QLEET_TERRAFORM: {
    type: 'string',
    summary: 'Program that applies configurations (Terraform or OpenTofu), by name or path.',
    default: 'terraform',
  },
  QLEET_TERRAFORM_CONFIG: {
    type: 'string',
    summary: 'Path of the CLI configuration for it, with mirrors of providers and credentials of registries.',
    shownDefault: 'none',
    docs: 'See [Terraform](../guide/terraform.md#providers-and-registries).',
  },
  QLEET_TERRAFORM_FOLDER: {
    type: 'string',
    summary: 'Folder of the files of its runs. They contain secrets while a run lasts.',
    shownDefault: 'a folder of the user in the temporary folder',
  },
  QLEET_TERRAFORM_HIDDEN: {
    type: 'string',
    summary:
      'Files and folders that its runs must not see, separated by commas. On Linux, where namespaces are allowed.',
    default: '',
    docs: 'In addition to the usual places of credentials: see [Terraform](../guide/terraform.md#variables-and-credentials).',
  },
  QLEET_TERRAFORM_RUNS: {
    type: 'integer',
    min: 1,
    max: 100,
    summary: 'Maximum number of its runs at the same time.',
    default: '4',
  },
  QLEET_TERRAFORM_MEMORY_MEGABYTES: {
    type: 'integer',
    min: 256,
    max: 1_000_000,
    summary:
      'Memory that each program of a run may use, in megabytes: itself, each provider, and what these start. On Linux.',
    default: '4096',
  },
  QLEET_AWS_ENDPOINT: {
    type: 'string',
    summary: 'URL of all services of AWS, for a private endpoint or a stand-in.',
    shownDefault: 'the services of AWS',
  },
  QLEET_AWS_IDENTITY: {
    type: 'string',
    summary:
      'Identity with which accounts of AWS may assume roles: path of a file with a web identity token, or environment for what ' +
      'the AWS SDK finds in the environment of the worker.',
    shownDefault: 'none, so that accounts need access keys',
    docs: 'See [accounts](../guide/aws.md#accounts).',
  },
  QLEET_GCP_ENDPOINT: {
    type: 'string',
    summary:
      'URL under which each service of Google Cloud has a path by the first part of its host name, for a proxy or a stand-in.',
    shownDefault: 'the services of Google Cloud',
  },
  QLEET_GCP_IDENTITY: {
    type: 'string',
    summary:
      'Identity with which accounts of Google Cloud may impersonate service accounts: path of a file with a token for workload ' +
      'identity federation, or environment for what the library of Google finds.',
    shownDefault: 'none, so that accounts need keys',
    docs: 'See [accounts](../guide/gcp.md#accounts).',
  },
  QLEET_AZURE_ENDPOINT: {
    type: 'string',
    summary: 'URL of Azure Resource Manager, for a sovereign cloud or a stand-in.',
    shownDefault: 'https://management.azure.com',
  },
  QLEET_AZURE_AUTHORITY: {
    type: 'string',
    summary: 'URL of Microsoft Entra, which issues tokens, for a sovereign cloud or a stand-in.',
    shownDefault: 'https://login.microsoftonline.com',
  },
  QLEET_AZURE_IDENTITY: {
    type: 'string',
    summary:
      'Path of a file with a token with which accounts of Azure may authenticate as applications that trust it (federated credentials).',
    shownDefault: 'none, so that accounts need secrets',
    docs: 'See [accounts](../guide/azure.md#accounts).',
  },
  ...clusterSettings,
  ...logSettings,
} as const satisfies Settings
