/** Milliseconds after which a run of Terraform that has not renewed its lease may be replaced. */
export const terraformLease = 60_000

/** The inputs of the lock of a person, which those of no run equal: the next reconcile plans. */
export const editedState = 'edited'
