/* Sizes and profiles of nodes, which every cloud maps to its own types of machines. */

/** The sizes of nodes, of the legacy system. */
export const nodeSizes = [
  '2XSmall',
  'XSmall',
  'Small',
  'Medium',
  'Large',
  'XLarge',
  '2XLarge',
  '3XLarge',
  '4XLarge',
] as const
export type NodeSize = (typeof nodeSizes)[number]

export function isNodeSize(size: string): size is NodeSize {
  return nodeSizes.some((each) => each === size)
}

/** What nodes have more of than others, of the legacy system. */
export const nodeProfiles = ['Balanced', 'ComputeOptimized', 'MemoryOptimized'] as const
export type NodeProfile = (typeof nodeProfiles)[number]

/** The types of machines of a cloud by profile and size. A combination without an entry is not offered. */
export type NodeTypes = Readonly<Record<NodeProfile, Readonly<Partial<Record<string, string>>>>>
