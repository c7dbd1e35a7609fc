import { describe, expect, it } from 'vitest'
import { asOutline, inColumns } from '../../web/console/pages/object/graph-layout.ts'

function graph(...edges: [from: string, to: string][]) {
  const nodes = new Map(edges.flat().map((id) => [id, id]))
  return { nodes, edges: edges.map(([from, to]) => ({ from, to })) }
}

describe('an outline', () => {
  const rows = (drawn: ReturnType<typeof graph>) =>
    [...asOutline(drawn)]
      .toSorted(([, one], [, other]) => one.y - other.y)
      .map(([id, { x }]) => `${' '.repeat(x / 28)}${id}`)

  it('has what an object needs below it, indented, each node once', () => {
    expect(rows(graph(['shop', 'web'], ['web', 'pods'], ['shop', 'db'], ['db', 'pods']))).toEqual([
      'shop',
      ' web',
      '  pods',
      ' db',
    ])
  })

  it('has objects that need each other', () => {
    expect(rows(graph(['shop', 'site'], ['site', 'shop'], ['owner', 'shop']))).toEqual([
      'owner',
      ' shop',
      '  site',
    ])
    expect(rows(graph(['shop', 'site'], ['site', 'shop']))).toEqual(['shop', ' site'])
  })

  it('is narrower than columns', () => {
    const chain = graph(['a', 'b'], ['b', 'c'], ['c', 'd'])
    const rightmost = (places: ReadonlyMap<string, { x: number }>) =>
      Math.max(...[...places.values()].map(({ x }) => x))
    expect(rightmost(asOutline(chain))).toBe(3 * 28)
    expect(rightmost(inColumns(chain))).toBeGreaterThan(3 * 220)
  })
})
