import { z } from 'zod'

/** The output of software in a runtime with its source. */
export const providedByOutput = z
  .enum(['chart', 'standIn', 'cluster'])
  .optional()
  .meta({
    description:
      'The source of the software: a Helm chart, a small stand-in in simulated runtimes, or an installation that the ' +
      'cluster had already, which QleetOS uses and never changes.',
    enumName: 'SupportServiceSource',
    enumDescription: 'The sources of support services.',
    enumDescriptions: [
      'QleetOS has installed its chart.',
      'A simulated runtime runs a stand-in.',
      'The cluster had it already.',
    ],
  })
