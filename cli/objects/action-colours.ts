import type { Colour } from '../terminal/style.ts'

/** The colours of what would happen to an object or a resource. */
export const actionColours: Readonly<Record<string, Colour>> = {
  create: 'green',
  update: 'yellow',
  replace: 'red',
  delete: 'red',
  fail: 'red',
}
