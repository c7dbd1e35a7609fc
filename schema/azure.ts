import type { NodeTypes } from './nodes.ts'

/* What QleetOS knows of Azure: data that the API, the console and the workers share. */

/**
 * The region of each location of the legacy system that has one in its country or near it. `Local` is in the default region of an
 * account: https://learn.microsoft.com/azure/reliability/regions-list
 */
export const azureRegions: Readonly<Record<string, string>> = {
  'NorthAmerica:NewYork': 'eastus',
  'NorthAmerica:Chicago': 'northcentralus',
  'NorthAmerica:LosAngeles': 'westus',
  'NorthAmerica:Seattle': 'westus2',
  'NorthAmerica:Toronto': 'canadacentral',
  'SouthAmerica:SaoPaulo': 'brazilsouth',
  'Africa:CapeTown': 'southafricanorth',
  'Asia:HongKong': 'eastasia',
  'Asia:Jakarta': 'indonesiacentral',
  'Asia:Mumbai': 'centralindia',
  'Asia:Osaka': 'japanwest',
  'Asia:Seoul': 'koreacentral',
  'Asia:Singapore': 'southeastasia',
  'Asia:Tokyo': 'japaneast',
  'Asia:Dubai': 'uaenorth',
  'Oceana:Sydney': 'australiaeast',
  'Oceana:Melbourne': 'australiasoutheast',
  'Europe:Frankfurt': 'germanywestcentral',
  'Europe:Dublin': 'northeurope',
  'Europe:London': 'uksouth',
  'Europe:Milan': 'italynorth',
  'Europe:Paris': 'francecentral',
  'Europe:Madrid': 'spaincentral',
  'Europe:Stockholm': 'swedencentral',
  'Europe:Zurich': 'switzerlandnorth',
}

/** The regions above without availability zones, so that nothing in them is highly available. */
export const azureRegionsWithoutZones: readonly string[] = ['northcentralus', 'westus', 'australiasoutheast']

/**
 * The sizes of virtual machines of nodes by profile and size, from 4 GiB to 384 GiB of memory, which is the least that AKS accepts:
 * https://learn.microsoft.com/azure/virtual-machines/sizes/overview
 */
export const azureNodeTypes: NodeTypes = {
  Balanced: {
    Medium: 'Standard_B2als_v2',
    Large: 'Standard_D2s_v5',
    XLarge: 'Standard_D4s_v5',
    '2XLarge': 'Standard_D8s_v5',
    '3XLarge': 'Standard_D16s_v5',
    '4XLarge': 'Standard_D32s_v5',
  },
  ComputeOptimized: {
    Medium: 'Standard_F2s_v2',
    Large: 'Standard_F4s_v2',
    XLarge: 'Standard_F8s_v2',
    '2XLarge': 'Standard_F16s_v2',
    '3XLarge': 'Standard_F32s_v2',
    '4XLarge': 'Standard_F48s_v2',
  },
  MemoryOptimized: {
    Medium: 'Standard_E2s_v5',
    Large: 'Standard_E4s_v5',
    XLarge: 'Standard_E8s_v5',
    '2XLarge': 'Standard_E16s_v5',
    '3XLarge': 'Standard_E32s_v5',
    '4XLarge': 'Standard_E48s_v5',
  },
}
