import { z } from 'zod'

/** Declares the output of kinds that give applications environment variables. */
export function variablesOutput() {
  return z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'The environment variables that its application gets.' })
}
