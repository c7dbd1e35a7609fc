// Written by tools/generate-operations.ts. Do not edit.

/** The release of QleetOS that this code belongs to, which `qleetctl version` prints. */
export const release = '0.1.0'
