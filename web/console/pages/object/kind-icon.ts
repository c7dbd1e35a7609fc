import {
  AppWindow,
  Archive,
  Box,
  Boxes,
  Database,
  FileText,
  Globe,
  KeyRound,
  Puzzle,
  Rocket,
  Server,
  Workflow,
  type LucideIcon,
} from 'lucide-react'

/** The icons of what kinds are about, by words in their names. A kind without such a word has the icon of all others. */
const icons: readonly [RegExp, LucideIcon][] = [
  [/Definition$|Profile|Policy/, FileText],
  [/^Application$/, AppWindow],
  [/Revision|Delivery|Promotion|Preview|Rollout/, Rocket],
  [/Stage|Environment|Tier/, Workflow],
  [/Runtime|ControlPlane/, Server],
  [/Database/, Database],
  [/Bucket/, Archive],
  [/Gateway|Domain|Host|Route/, Globe],
  [/Secret|Account|Identity/, KeyRound],
  [/SupportService/, Puzzle],
  [/Workload/, Boxes],
]

export function kindIcon(kind: string): LucideIcon {
  return icons.find(([pattern]) => pattern.test(kind))?.[1] ?? Box
}
