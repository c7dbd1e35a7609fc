import { join } from 'node:path'
import { installation } from '../../process/installation.ts'

/** The repository of the charts that belong to QleetOS, which no definition can name. */
export const ownCharts = 'qleetos:charts'

/** The folder of these charts, in the repository as in the image. */
export const ownChartsFolder = join(installation, 'deploy/helm')
