import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { allKinds } from '../schema/kinds/index.ts'
import { pricedKinds } from '../schema/operations/current-costs.ts'
import { kebabCase } from '../schema/names.ts'
import type { KindInfo } from './console/data/kind-info.ts'

/**
 * Provides `virtual:kinds`: what pages have to know of each kind, taken from the registry when they are built. The schemas of specs are
 * larger and loaded when a form needs one.
 */
export function kinds(): Plugin {
  const id = 'virtual:kinds'
  return {
    name: 'qleet-kinds',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined
      this.addWatchFile(fileURLToPath(new URL('../schema/kinds/index.ts', import.meta.url)))
      return `export default ${JSON.stringify(allKinds.map(infoOf))}`
    },
  }
}

const priced = new Set(pricedKinds(allKinds).map(({ kind }) => kind))

function infoOf(kind: (typeof allKinds)[number]): KindInfo {
  const {
    columns,
    pair,
    aliases = [],
    reconciled,
    ownedOnly = false,
    scope,
    guard,
    references,
    referenceLists,
  } = kind
  return {
    kind: kind.kind,
    noun: kebabCase(kind.kind),
    plural: kebabCase(kind.plural),
    concept: kind.concept,
    // Sentences, of which the page shows the first.
    description: kind.description,
    aliases,
    scope,
    columns: columns.map(({ header, path, wide = false }) => ({ header, path, wide })),
    ...(pair === undefined ? {} : { definition: pair.definition, pair: pair.name }),
    reconciled,
    ownedOnly,
    isGuarded: guard !== undefined,
    isPriced: priced.has(kind.kind),
    rollsOut: kind.rollsOut,
    references: references.map(({ field, to }) => ({ field, to })),
    referenceLists: referenceLists.map(({ field, to, key }) => ({
      field,
      to,
      ...(key === undefined ? {} : { key }),
    })),
  }
}
