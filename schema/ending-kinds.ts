/** The kinds whose objects record something that ends. */
export const endingKinds: readonly string[] = ['ApplicationRevision', 'Delivery', 'RolloutJob']

/** Reports whether an object has failed for good and is over, such as a delivery that was rolled back: nothing is stuck. */
export function isOver({ kind, status }: { kind: string; status: { final?: boolean | undefined } }): boolean {
  return status.final === true && endingKinds.includes(kind)
}
