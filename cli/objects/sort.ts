import type { AnyObject } from '../../client-sdk/index.ts'
import { textAt } from './record.ts'

const natural = new Intl.Collator('en', { numeric: true })

/** Sorts objects by a field of the printed document. Objects without the field come first. */
export function sortObjects(objects: AnyObject[], path: string): void {
  const texts = new Map(objects.map((object) => [object, textAt(object, path)]))
  objects.sort((a, b) => {
    const [one, other] = [texts.get(a), texts.get(b)]
    if (one === undefined || other === undefined)
      return Number(one !== undefined) - Number(other !== undefined)
    return natural.compare(one, other)
  })
}
