// Written by tools/generate-operations.ts. Do not edit.

/** The release of QleetOS that this code is of, as `qleetctl version` tells it. */
export const release = '0.1.0'
