import { describe, expect, it } from 'vitest'
import { azureRegions, azureRegionsWithoutZones } from '../../schema/azure.ts'
import {
  AksKubernetesRuntimeDefinition,
  AksKubernetesRuntimeInstance,
} from '../../schema/kinds/aks-kubernetes-runtime.ts'
import {
  GkeKubernetesRuntimeDefinition,
  GkeKubernetesRuntimeInstance,
} from '../../schema/kinds/gke-kubernetes-runtime.ts'
import { locations } from '../../schema/kinds/kubernetes-runtime.ts'
import { clouds } from '../../schema/runtimes.ts'

const kinds = {
  gke: { definition: GkeKubernetesRuntimeDefinition, instance: GkeKubernetesRuntimeInstance },
  aks: { definition: AksKubernetesRuntimeDefinition, instance: AksKubernetesRuntimeInstance },
}

describe.each(['gke', 'aks'] as const)('the tables of provider %s', (provider) => {
  const { regions = {}, nodeTypes } = clouds[provider] ?? {}
  const { definition, instance } = kinds[provider]
  const account = { [provider === 'gke' ? 'gcpAccount' : 'azureAccount']: 'main' }

  it('have regions that instances accept, at known locations', () => {
    expect(Object.keys(regions).filter((location) => !locations.includes(location))).toEqual([])
    expect(Object.values(regions).length).toBeGreaterThan(20)
    for (const region of Object.values(regions))
      expect(instance.spec.parse({ definition: 'd', region }).region).toBe(region)
  })

  it('have machines that definitions accept, for the middle sizes of each profile', () => {
    for (const types of Object.values(nodeTypes ?? {})) {
      expect(Object.keys(types)).toEqual(expect.arrayContaining(['Medium', 'Large', 'XLarge']))
      for (const machine of Object.values(types))
        expect(definition.spec.parse({ ...account, defaultNodePoolMachineType: machine })).toMatchObject({
          defaultNodePoolMachineType: machine,
        })
    }
  })
})

describe('the regions of Azure without zones', () => {
  it('are regions', () => {
    expect(Object.values(azureRegions)).toEqual(expect.arrayContaining([...azureRegionsWithoutZones]))
  })
})
