import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { installation } from '../../process/installation.ts'

/* Dashboards of QleetOS: one file of JSON each, as Grafana exports them. */

/** The data sources of dashboards, by the identifiers that they have in Grafana. */
const sources = ['prometheus', 'loki'] as const

export interface Dashboard {
  /** The identifier in Grafana, and the name of its file. */
  uid: string
  title: string
  /** The sources without which it shows nothing. */
  needs: readonly (typeof sources)[number][]
  /** Its JSON. */
  text: string
}

const Head = z.object({ uid: z.string(), title: z.string() })

function dashboard(uid: string, ...needs: Dashboard['needs']): Dashboard {
  const text = readFileSync(join(installation, `workers/observability/dashboards/${uid}.json`), 'utf8')
  return { ...Head.parse(JSON.parse(text)), needs, text }
}

export const dashboards: readonly Dashboard[] = [
  dashboard('qleet-runtime', 'prometheus'),
  dashboard('qleet-workload', 'prometheus'),
  dashboard('qleet-logs', 'loki'),
]

/** Returns the path of a dashboard below the URL of Grafana. */
export function dashboardPath({ uid }: Dashboard): string {
  return `/d/${uid}`
}
