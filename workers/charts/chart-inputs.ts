import type { Dependency } from '../../schema/dependencies/declaration.ts'
import type { Manifest } from '../../schema/manifests.ts'
import type { Values } from '../../schema/values-document.ts'
import type { ChartSource, Credentials } from './chart-source.ts'

/** The definition of a chart, with its secrets. */
export interface OpenedHelmDefinition extends ChartInputs {
  source: ChartSource
  credentials: Credentials
  dependencies: readonly Dependency[]
}

/** The inputs of a chart that definitions and instances have in common. */
export interface ChartInputs {
  values: Values
  secretValues: Values
  additional: readonly Manifest[]
}
