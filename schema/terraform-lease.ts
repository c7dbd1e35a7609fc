/** Milliseconds after which a run of Terraform that has not renewed its lease may be replaced. */
export const terraformLease = 60_000
