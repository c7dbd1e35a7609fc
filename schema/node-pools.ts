import { z } from 'zod'
import type { SpecProblem } from './kinds/kind.ts'

/* Groups of nodes of clusters in clouds, which their autoscalers keep within limits. */

/** What clouds differ in. */
export interface NodePoolRules {
  /** What the cloud calls a type of machine, with an article. */
  machine: string
  machinePattern: RegExp
  /** A valid type of machine. */
  machineExample: string
  /** The longest name of a pool. */
  longestName: number
  /** The characters of names after the first letter, as in a regular expression. */
  nameCharacters: string
  /** The most nodes of a pool, and what limits them. */
  mostNodes: number
  limitOf: string
  /** The least number of nodes of the default pool. */
  leastDefault: number
}

interface Sizes {
  minimumSize: number
  maximumSize: number
}

/** Declares the spec field of a type of machine. */
function machineField({ machine, machinePattern, machineExample }: NodePoolRules, description: string) {
  return z
    .string({ error: 'must be a string' })
    .regex(machinePattern, { error: `must be ${machine} such as "${machineExample}"` })
    .meta({ description })
}

/** Declares the spec field of a number of nodes. */
function sizeField({ mostNodes, limitOf }: NodePoolRules, description: string, least: number) {
  return z
    .int({ error: 'must be a number of nodes' })
    .min(least, `must be at least ${least}`)
    .max(mostNodes, `must be at most ${mostNodes}, the limit of ${limitOf}`)
    .meta({ description })
}

/** Declares the spec fields of the pools of nodes of a cluster: the default one, and further ones. */
export function nodePoolFields(rules: NodePoolRules & { defaultMachine: string }) {
  const { longestName, nameCharacters, leastDefault, defaultMachine } = rules
  const pool = z.strictObject({
    name: z
      .string({ error: 'must be a string' })
      .max(longestName, `must have at most ${longestName} characters`)
      .regex(new RegExp(`^[a-z]${nameCharacters}*$`), {
        error: 'must contain only lower case letters and digits, and start with a letter',
      })
      .meta({
        description: 'The name of the pool, also the value of the label `qleet.io/node-pool` of its nodes.',
      }),
    machineType: machineField(rules, `The type of the machines. ${replaced}`),
    minimumSize: sizeField(rules, 'The least number of nodes.', 0),
    maximumSize: sizeField(rules, 'The largest number of nodes.', 1),
    isDedicated: z.boolean().default(false).meta({
      description:
        'Indicates whether only pods that tolerate the taint `qleet.io/node-pool=<name>:NoSchedule` run on the nodes.',
    }),
  })
  return {
    defaultNodePoolMachineType: machineField(
      rules,
      `The type of the machines of the default pool. ${replaced}`,
    ).default(defaultMachine),
    defaultNodePoolMinimumSize: sizeField(
      rules,
      'The least number of nodes of the default pool.',
      leastDefault,
    ).default(2),
    defaultNodePoolMaximumSize: sizeField(
      rules,
      'The largest number of nodes of the default pool.',
      1,
    ).default(5),
    nodePools: z
      .array(pool.meta({ description: 'A pool of nodes.' }))
      .max(20)
      .optional()
      .meta({ description: 'Further pools of nodes. The nodes of a removed one are drained.' }),
  }
}

const replaced = 'A change replaces the nodes: new ones are added before the old ones are drained.'

/** The name of the pool of nodes that every cluster has. */
export const defaultPool = 'default'

/** The pools of a definition. */
export interface PoolSpecs {
  defaultNodePoolMachineType: string
  defaultNodePoolMinimumSize: number
  defaultNodePoolMaximumSize: number
  nodePools?: readonly NodePool[] | undefined
}

/** A pool of nodes as reconcilers want it. */
export interface NodePool extends Sizes {
  name: string
  machineType: string
  isDedicated: boolean
}

/** Returns all pools of a definition, beginning with the default one. */
export function poolsOf({ nodePools = [], ...spec }: PoolSpecs): NodePool[] {
  const pool = {
    name: defaultPool,
    machineType: spec.defaultNodePoolMachineType,
    minimumSize: spec.defaultNodePoolMinimumSize,
    maximumSize: spec.defaultNodePoolMaximumSize,
    isDedicated: false,
  }
  return [pool, ...nodePools]
}

/** The label, and the taint, of nodes with the name of their pool. */
export const nodePoolLabel = 'qleet.io/node-pool'

/** Returns the contradictions between the sizes of pools, and between their names. */
export function poolProblems({
  defaultNodePoolMinimumSize: minimumSize,
  defaultNodePoolMaximumSize: maximumSize,
  nodePools: pools = [],
}: PoolSpecs): SpecProblem[] {
  const problems = sizeProblem('defaultNodePoolMaximumSize', { minimumSize, maximumSize })
  for (const [index, pool] of pools.entries()) {
    const path = `nodePools[${index}]`
    problems.push(...sizeProblem(`${path}.maximumSize`, pool))
    const isTaken = pools.findIndex(({ name }) => name === pool.name) < index
    if (isTaken || pool.name === defaultPool)
      problems.push({
        path: `${path}.name`,
        code: 'DUPLICATE',
        message: isTaken ? 'is the name of another pool' : 'is the name of the default pool',
        remedy: 'Choose another name.',
      })
  }
  return problems
}

/** Returns a problem if a pool can have no size. */
function sizeProblem(path: string, { minimumSize, maximumSize }: Sizes): SpecProblem[] {
  if (minimumSize <= maximumSize) return []
  const message = `must not be less than the minimum size ${minimumSize}`
  return [{ path, code: 'CONFLICT', message, remedy: 'Raise it, or lower the minimum.' }]
}
