import type { NodeTypes } from './nodes.ts'

/* What QleetOS knows of Google Cloud: data that the API, the console and the workers share. */

/**
 * The region of each location of the legacy system that has one in its country or near it. `Local` is in the default region of an
 * account: https://cloud.google.com/compute/docs/regions-zones
 */
export const gcpRegions: Readonly<Record<string, string>> = {
  'NorthAmerica:NewYork': 'us-east4',
  'NorthAmerica:Chicago': 'us-central1',
  'NorthAmerica:LosAngeles': 'us-west2',
  'NorthAmerica:Seattle': 'us-west1',
  'NorthAmerica:Toronto': 'northamerica-northeast2',
  'SouthAmerica:SaoPaulo': 'southamerica-east1',
  'Africa:CapeTown': 'africa-south1',
  'Asia:HongKong': 'asia-east2',
  'Asia:Jakarta': 'asia-southeast2',
  'Asia:Mumbai': 'asia-south1',
  'Asia:Osaka': 'asia-northeast2',
  'Asia:Seoul': 'asia-northeast3',
  'Asia:Singapore': 'asia-southeast1',
  'Asia:Tokyo': 'asia-northeast1',
  'Oceana:Sydney': 'australia-southeast1',
  'Oceana:Melbourne': 'australia-southeast2',
  'Europe:Frankfurt': 'europe-west3',
  'Europe:London': 'europe-west2',
  'Europe:Milan': 'europe-west8',
  'Europe:Paris': 'europe-west9',
  'Europe:Madrid': 'europe-southwest1',
  'Europe:Stockholm': 'europe-north2',
  'Europe:Zurich': 'europe-west6',
}

/**
 * The machine types of nodes by profile and size, from 2 GiB to 384 GiB of memory. Those of less memory have no room for what GKE runs on
 * each node: https://cloud.google.com/compute/docs/machine-resource
 */
export const gcpNodeTypes: NodeTypes = {
  Balanced: {
    Small: 'e2-small',
    Medium: 'e2-medium',
    Large: 'e2-standard-2',
    XLarge: 'e2-standard-4',
    '2XLarge': 'e2-standard-8',
    '3XLarge': 'e2-standard-16',
    '4XLarge': 'n2-standard-32',
  },
  ComputeOptimized: {
    Small: 'n2-highcpu-2',
    Medium: 'n2-highcpu-4',
    Large: 'n2-highcpu-8',
    XLarge: 'n2-highcpu-16',
    '2XLarge': 'n2-highcpu-32',
    '3XLarge': 'n2-highcpu-64',
    '4XLarge': 'n2-highcpu-96',
  },
  MemoryOptimized: {
    Medium: 'n2-highmem-2',
    Large: 'n2-highmem-4',
    XLarge: 'n2-highmem-8',
    '2XLarge': 'n2-highmem-16',
    '3XLarge': 'n2-highmem-32',
    '4XLarge': 'n2-highmem-48',
  },
}
