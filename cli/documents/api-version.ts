/** The `apiVersion` of canonical documents. */
export const apiVersion = 'qleet.io/v1'
