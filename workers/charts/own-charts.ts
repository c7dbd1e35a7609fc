import { fileURLToPath } from 'node:url'

/** The repository of the charts that belong to QleetOS, which no definition can name. */
export const ownCharts = 'qleetos:charts'

/** The folder of these charts, in the repository as in the image. */
export const ownChartsFolder = fileURLToPath(new URL('../../deploy/helm', import.meta.url))
