import { z } from 'zod'
import { nextChange, WeeklyWindow } from './times.ts'

/* When previews sleep: between pushes, and outside of the hours in which people look at them. */

/** The seconds after the last push for which a preview is awake, unless something else is set. */
const defaultAwake = 3600

/** When previews sleep. */
export const PreviewSleep = z
  .strictObject({
    after: z
      .int()
      .min(1)
      .max(366 * 86_400)
      .optional()
      .meta({
        description:
          'The seconds after the last push, or the last `qleetctl preview wake`, after which a preview sleeps. Default: 3600.',
      }),
    except: z
      .array(WeeklyWindow)
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'The times in which previews are awake all the same, such as working hours.' }),
  })
  .meta({
    description:
      'When previews sleep: their pods are stopped, and their data and URLs stay, until the next push or `qleetctl preview wake`.',
  })
export type PreviewSleep = z.infer<typeof PreviewSleep>

/**
 * Returns whether a preview sleeps, and when that changes next, in milliseconds.
 *
 * @param activeAt The time of the last push, or at which it was last woken, in milliseconds.
 */
export function sleepAt(
  settings: PreviewSleep | undefined,
  activeAt: number,
  now: number,
): { isAsleep: boolean; until: number } {
  if (settings === undefined) return { isAsleep: false, until: Infinity }
  const { after = defaultAwake, except = [] } = settings
  const active = activeAt + after * 1000
  const window = nextChange(except, now)
  if (window.isOpen) return { isAsleep: false, until: Math.max(window.at, active) }
  return now < active ? { isAsleep: false, until: active } : { isAsleep: true, until: window.at }
}
